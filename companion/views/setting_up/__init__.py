"""What is chosen before cards are dealt: people, dealer, house rules, settings."""
