"""The imperative shell: the archive of all series, and each open table."""
