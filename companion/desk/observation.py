"""The part of a table that a viewer may see."""

from companion.desk.table import Snapshot

Viewer = str | None
"""The handle of the player who looks; None for a device that everybody at the table looks at."""


def seen_by(snapshot: Snapshot, viewer: Viewer) -> Snapshot:  # noqa: ARG001 - all see everything
    """Return the snapshot that the screens, refusals and exports of a viewer are made from.

    The record has only facts that everybody at the table knows, so no viewer sees less.
    """
    return snapshot
