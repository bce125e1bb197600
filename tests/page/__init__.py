"""The page that runs only in the browser; `python -m tests.page` runs all long tests."""
