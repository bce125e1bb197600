"""The store: series kept on disk, so that no tap is lost."""
