"""Contents of the screens as frozen values, made from the state of the desk."""
