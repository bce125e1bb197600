"""The imperative shell: the archive of all series, and each series that is open at a table."""
