"""What each player did over all series: a summary a series, and their sum."""
