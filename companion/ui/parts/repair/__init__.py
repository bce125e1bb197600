"""The repair of a round: what is done to a turn, the sheet before and after, what follows."""
