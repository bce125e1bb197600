"""Golden screens: the text of documents in states that people meet."""
