"""Imperative shell: the archive of all series, and the table of each open series."""
