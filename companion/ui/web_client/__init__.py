"""Flet's client for browsers, with what we change about it."""
