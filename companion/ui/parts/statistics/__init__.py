"""What the pages of the players over all evenings are made of."""
