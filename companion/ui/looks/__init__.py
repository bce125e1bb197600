"""How things look: colours and typefaces."""
