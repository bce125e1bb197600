"""What a person has filled in so far, as values: nothing is kept before the last tap."""
