"""Workflows: pinned actions, and nothing published before all tests are green."""

import re

import pytest

from tests.places import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"uses: (\S+)(.*)")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
CHECKOUT = re.compile(r"uses: actions/checkout@.*\n +with:\n +persist-credentials: false\n")
JOB = re.compile(r"^  (\w+):\n", re.MULTILINE)

each_workflow = pytest.mark.parametrize("text", [path.read_text("utf-8") for path in WORKFLOWS])


@each_workflow
def test_actions_are_pinned_by_digest_and_named_by_version(text: str) -> None:
    for action, comment in USES.findall(text):
        if not action.startswith("./"):
            assert PINNED.fullmatch(action), action
            assert re.fullmatch(r" # v[0-9.]+", comment), action


@each_workflow
def test_no_credentials_stay_in_a_checkout(text: str) -> None:
    assert len(CHECKOUT.findall(text)) == text.count("actions/checkout@")


@each_workflow
def test_a_run_may_read_and_no_more(text: str) -> None:
    assert "\npermissions:\n  contents: read\n" in text


def test_nothing_is_published_before_the_tests_are_green() -> None:
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    _, *parts = JOB.split(text.partition("\njobs:\n")[2])
    bodies = dict(zip(parts[::2], parts[1::2], strict=True))
    tests = bodies.pop("test")
    assert "uses: ./.github/workflows/test.yml" in tests
    assert {"page", "packages"} == bodies.keys()
    assert all("    needs: test\n" in body for body in bodies.values())


def test_the_gate_is_run() -> None:
    assert "run: .ci/run\n" in (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
