"""Storage of the series and their list in files."""
