"""The server that shows the app to browsers of this machine, and its guards.

The server is not loaded where the app has a window or runs in the browser alone.
"""
