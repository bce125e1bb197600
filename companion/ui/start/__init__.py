"""Start of the app in a window, in a browser, or with a store that cannot be opened."""
