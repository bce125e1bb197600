"""The jobs of the command line that need no screen."""
