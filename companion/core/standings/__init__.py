"""How a series stands: totals and winners, in short for a list, and how long it may last."""
