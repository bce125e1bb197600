"""Events of a round, one class a kind: its words, what the rules object to, and what it does."""
