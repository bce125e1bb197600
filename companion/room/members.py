"""Members of a shared table, folded from the facts at its door.

A secret or a token is stored as its digest alone. The join secret is also kept wrapped by each
token, so that every member can invite others.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

HOST = 1
Fact = Mapping[str, Any]


def digest(secret: str) -> str:
    """Return the digest under which a secret is stored."""
    return sha256(secret.encode()).hexdigest()


def wrapped(secret: str, key: str) -> str:
    """Return a secret of 32 hex digits padded with a key, or unwrap it again."""
    pad = sha256(f"wrap {key}".encode()).digest()[:16]
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=True)).hex()


@dataclass(slots=True)
class Members:
    """The state of a table's door."""

    secret: str = ""
    tokens: dict[int, str] = field(default_factory=dict[int, str])
    keys: dict[int, str] = field(default_factory=dict[int, str])
    removed: set[int] = field(default_factory=set[int])
    closed: bool = False
    present: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    """Members that are here, by room."""

    def take(self, fact: Fact) -> None:
        """Take the next fact; ignore an unknown one."""
        match fact:
            case {"secret": str(secret)}:
                self.secret = secret
            case {"member": int(member), "token": str(token), "key": str(key)}:
                self.tokens[member], self.keys[member] = token, key
            case {"removed": int(member)}:
                self.removed.add(member)
            case {"closed": True}:
                self.closed = True
            case {"here": int(member), "room": str(room)}:
                self.present.setdefault(room, set()).add(member)
            case {"away": int(member), "room": str(room)}:
                self.present.get(room, set[int]()).discard(member)
            case {"gone": str(room)}:
                self.present.pop(room, None)
            case _:
                pass

    @property
    def here(self) -> set[int]:
        """Members with a phone at any room."""
        return set[int]().union(*self.present.values()) - self.removed

    def is_secret(self, secret: str) -> bool:
        """Return whether this is the join secret."""
        return hmac.compare_digest(digest(secret), self.secret)

    def owner(self, token: str) -> int | None:
        """Return the member with the token, also a removed one, in a time that reveals nothing."""
        offered, found = digest(token), None
        for member, kept in self.tokens.items():
            if hmac.compare_digest(offered, kept):
                found = member
        return found

    def joined(self, member: int, token: str, secret: str) -> Fact:
        """Return the fact that a member joins with a new token."""
        return {"member": member, "token": digest(token), "key": wrapped(secret, token)}
