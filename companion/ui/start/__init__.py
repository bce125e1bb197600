"""How the app is started: in a window, in a browser, and where its store cannot be opened."""
