"""Core of the app: cards, rules, rounds, chips and the score sheet. Standard library only."""
