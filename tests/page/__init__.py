"""The page that runs in the browser alone: `python -m tests.page` runs all of its long tests."""
