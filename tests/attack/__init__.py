"""Attacks on the running app, from within this machine or by a page of another site."""
