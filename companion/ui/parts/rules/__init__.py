"""House rules: to be read, chosen and changed, and the game told by them."""
