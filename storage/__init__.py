"""The store: the series and the list of them in files, so that nothing that was shown is lost."""
