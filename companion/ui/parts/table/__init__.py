"""The table screen: seats, head, foot, the list of turns."""
