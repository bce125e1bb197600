"""The long journeys through the app in a browser."""
