"""Errors of the client and of the server."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


class AppulseError(Exception):
    """The server rejected a message. ``path`` names the field, ``expected`` what it should be."""

    def __init__(self, message: str, path: Optional[str] = None, expected: Optional[str] = None) -> None:
        super().__init__(message)
        self.path = path
        self.expected = expected


class ItemErrors(AppulseError):
    """Items of a batch could not be answered. ``items`` has the index and the message of the first hundred."""

    def __init__(self, count: int, items: Sequence[Mapping[str, Any]]) -> None:
        first = items[0]
        super().__init__(f"{count} items could not be answered; the first is item {first['index']}: {first['message']}")
        self.count = count
        self.items = list(items)
