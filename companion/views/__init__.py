"""What the screens show, made from the state of the desk: frozen values, ready to lay out."""
