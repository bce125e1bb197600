"""The server that shows the app to browsers of this machine, and all that guards it.

Nothing of it is loaded where the app has a window of its own or runs in the browser itself.
"""
