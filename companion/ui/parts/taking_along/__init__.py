"""What goes out of the app and comes back: picture, sheet, backup."""
