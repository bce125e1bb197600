"""Documents of what people chose: the choices, the memberships, and losses not answered yet."""

from collections.abc import Mapping
from typing import Any

from companion.core.documents import rules_in
from companion.core.people import Renaming, Renamings
from companion.core.presets import describe
from companion.core.rules import Rules
from companion.desk.ports import Choices, Finding, Membership, Problem


def choices_doc(choices: Choices, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of the choices; rules of a newer version stay as they were `before`."""
    usual = describe(choices.usual) if choices.usual else None
    said = before.get("usual")
    return {
        "usual": usual or (said if said and not _rules(said) else None),
        "removed": sorted(choices.removed),
        "renamings": [list(one) for one in choices.renamings],
        "colours": dict(choices.colours),
    }


def choices_in(doc: Mapping[str, Any]) -> Choices:
    """Return the choices in a document; rules of a newer version are left out."""
    usual = doc.get("usual")
    return Choices(
        _rules(usual) if usual else None,
        frozenset(doc.get("removed", ())),
        renamings_in(doc.get("renamings", ())),
        doc.get("colours", {}),
    )


def _rules(said: str) -> Rules | None:
    try:
        return rules_in(said)
    except ValueError:
        return None


def renamings_in(listed: Any) -> Renamings:
    """Return renamings that were kept as lists."""
    return tuple(Renaming(*one) for one in listed)


def membership_in(doc: Mapping[str, Any]) -> Membership:
    """Return the membership in a document."""
    fields = {key: value for key, value in doc.items() if key in Membership.__match_args__}
    for key in ("tail", "refused"):
        fields[key] = tuple(fields[key])
    return Membership(**fields)


def loss_doc(finding: Finding) -> dict[str, Any]:
    """Return the document of a loss."""
    return {
        "problem": finding.problem.name,
        "where": finding.where,
        "count": finding.count,
        "detail": finding.detail,
        "aside": finding.aside,
    }


def loss_in(number: int, doc: Mapping[str, Any]) -> Finding:
    """Return the loss in a document."""
    rest = {key: doc[key] for key in ("where", "count", "detail", "aside")}
    return Finding(Problem[doc["problem"]], series=number, **rest)
