"""Basic parts of every page: text, buttons, fields, panels, scaffolds."""
