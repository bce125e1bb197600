"""The judge of passes, and the referee of single positions."""
