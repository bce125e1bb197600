"""What every page is made of: text, buttons, fields, panels, scaffolds."""
