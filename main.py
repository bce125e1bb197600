"""What Flet's packager starts, beside `assets/`."""

from companion.app import open_app

if __name__ == "__main__":
    open_app()
