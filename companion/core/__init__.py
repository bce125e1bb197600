"""The game itself: cards, rules, rounds, chips and the score sheet. Standard library only."""
