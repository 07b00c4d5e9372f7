"""The keys of a study file, read with their place, so that an error says where it is."""

from __future__ import annotations

import difflib
import math
from typing import Any, Iterable, NoReturn, Sequence

from .._core import InputError


def closest(word: str, known: Iterable[str]) -> str:
    """A suggestion for messages: '; did you mean 'b'? Known: a, b'."""
    words = list(known)
    near = difflib.get_close_matches(word, words, 1)
    meant = f"; did you mean '{near[0]}'?" if near else ";"
    return f"{meant} known: {', '.join(words)}"


class Fields:
    """An object of a study file. Keeps track of the keys that were read; done() refuses the rest."""

    def __init__(self, data: Any, place: str) -> None:
        self.place = place
        self.data = data if isinstance(data, dict) else self.fail("must be an object, in braces")
        self._read: list[str] = []

    def fail(self, text: str, key: str | None = None) -> NoReturn:
        raise InputError(f"{self.place}{'.' + key if key else ''}: {text}")

    def has(self, key: str) -> bool:
        self._read.append(key)
        return key in self.data

    def value(self, key: str) -> Any:
        return self.data[key] if self.has(key) else self.fail(f"'{key}' is missing")

    def object(self, key: str) -> Fields:
        return Fields(self.value(key), f"{self.place}.{key}")

    def objects(self, key: str) -> list[Fields]:
        """A list of objects; none if the key is not there."""
        if not self.has(key):
            return []
        values = self.value(key)
        if not isinstance(values, list):
            self.fail("must be a list", key)
        return [Fields(value, f"{self.place}.{key}[{i}]") for i, value in enumerate(values)]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self.value(key)
        return value if isinstance(value, str) and value else self.fail(f"must be a text, not {value!r}", key)

    def texts(self, key: str) -> list[str]:
        values = self.value(key)
        if not (isinstance(values, list) and values and all(isinstance(v, str) for v in values)):
            self.fail("must be a list of texts", key)
        return list(values)

    def word(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        value = self.text(key, default)
        return value if value in words else self.fail(f"'{value}' is not a word for it{closest(value, words)}", key)

    def number(self, key: str, default: float | None = None, *, above: float = -math.inf) -> float:
        if default is not None and not self.has(key):
            return default
        value = as_number(self.value(key))
        if value is None or not value > above:
            more = f" above {above:g}" if above > -math.inf else ""
            self.fail(f"must be a number{more}, not {self.data[key]!r}", key)
        return value

    def whole(self, key: str, default: int | None = None, *, least: int = 0) -> int:
        if default is not None and not self.has(key):
            return default
        value = self.value(key)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            self.fail(f"must be a whole number, {least} or more, not {value!r}", key)
        return int(value)

    def flag(self, key: str) -> bool:
        """False if the key is not there."""
        value = self.value(key) if self.has(key) else False
        return value if isinstance(value, bool) else self.fail(f"must be true or false, not {value!r}", key)

    def numbers(self, key: str, count: int | None = None) -> list[float]:
        values = self.value(key)
        numbers = [as_number(value) for value in values] if isinstance(values, list) else [None]
        if None in numbers or (count is not None and len(numbers) != count):
            self.fail(f"must be a list of {count or 'some'} numbers, not {values!r}", key)
        return [float(number) for number in numbers if number is not None]

    def one_of(self, keys: Sequence[str], what: str) -> str:
        """The one key of these that is there."""
        there = [key for key in keys if self.has(key)]
        if len(there) != 1:
            self.fail(f"needs exactly one {what} of {', '.join(keys)}; it has {', '.join(there) or 'none'}")
        return there[0]

    def done(self) -> None:
        for key in self.data:
            if key not in self._read:
                self.fail(f"'{key}' is not a key here{closest(key, dict.fromkeys(self._read))}")


def as_number(value: Any) -> float | None:
    """A finite number, or None."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number else None


def names_of(entries: Sequence[Any], places: Sequence[Fields]) -> list[str]:
    """The names of entries, which must differ."""
    names: list[str] = []
    for entry, place in zip(entries, places):
        if entry.name in names:
            place.fail(f"there are two '{entry.name}'; give each its own name", "name")
        names.append(entry.name)
    return names
