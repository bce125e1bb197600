"""`python -m tests.screens` writes the text of all states anew, to read the difference."""

from tests.screens.states import STATES
from tests.screens.test_screens import file_of
from tests.screens.text import dump


def main() -> None:
    """Write the texts."""
    for name, document in STATES.items():
        file_of(name).write_text(dump(document()), "utf-8")


if __name__ == "__main__":
    main()
