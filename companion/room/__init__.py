"""The room: the service that puts the lines of shared tables in order.

A phone has the whole game; the room only numbers lines, stamps their member and passes them on. The
room knows members, tokens and closed tables, and never looks into the text of a line.
"""
