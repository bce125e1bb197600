"""Memberships at shared tables in the store."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.sheet import loads
from companion.desk.ports import Membership, Problem
from storage.store import FolderStore

LOG = loads("fantan 1\nrules bicycle\nround 1\nAnn Ben\n")
MEMBER = Membership("7" * 32, "5" * 32, "token", 2, "Ben", ('{"a":1}',), "digest", {"x": 1})


def _membership(root: Path) -> Membership | None:
    with closing(FolderStore(root)) as store:
        return store.memberships().get(1)


def _kept(root: Path) -> None:
    with closing(FolderStore(root)) as store:
        store.create(LOG)
        store.keep_membership(1, MEMBER)
        assert store.memberships() == {1: MEMBER}


def test_a_membership_is_kept_until_it_is_forgotten(tmp_path: Path) -> None:
    _kept(tmp_path)
    assert _membership(tmp_path) == MEMBER
    with closing(FolderStore(tmp_path)) as store:
        store.keep_membership(1, None)
    assert _membership(tmp_path) is None


HARMS: dict[str, tuple[Callable[[Path, Path], object], Membership | None, list[Problem]]] = {
    "the file": (lambda file, _: file.write_bytes(b"x"), MEMBER, [Problem.TABLES_RESTORED]),
    "the copy": (lambda _, copy: copy.unlink(), MEMBER, []),
    "both": (
        lambda file, copy: (file.write_bytes(b"x"), copy.write_bytes(b"x")),
        None,
        [Problem.TABLES_LOST],
    ),
}


@pytest.mark.parametrize(("harm", "membership", "problems"), HARMS.values(), ids=HARMS)
def test_a_damaged_file_costs_no_more_than_the_memberships(
    tmp_path: Path,
    harm: Callable[[Path, Path], object],
    membership: Membership | None,
    problems: list[Problem],
) -> None:
    _kept(tmp_path)
    harm(tmp_path / "tables", tmp_path / "tables.bak")
    with closing(FolderStore(tmp_path)) as store:
        assert store.memberships().get(1) == membership
        assert [finding.problem for finding in store.findings()] == problems
        assert store.load(1).log == LOG
