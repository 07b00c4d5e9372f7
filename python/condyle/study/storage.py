"""Turns failures of a study's files and folders into errors that name the file and the remedy."""

from __future__ import annotations

import contextlib
import errno
import pathlib
import sqlite3
from typing import Iterator

from .._core import InputError

MAKE_ROOM = "make room on the disk and run the study again, which goes on from there"
ALLOW = "allow writing to it and to its folder, or give --out another one"

# Keyed by words in SQLite's messages, which do not change between versions; Python has SQLite's error codes only since
# 3.11.
REMEDIES = {
    "locked": "another program has it open; close that and run the study again, which goes on from there",
    "not a database": "move it away, or give --out another folder",
    "malformed": "move it away, or give --out another folder; a copy of it goes on from where it was",
    "full": MAKE_ROOM, "disk I/O": MAKE_ROOM, "readonly": ALLOW, "unable to open": ALLOW,
    "no such table": "it has no results; move it away and run the study",
}


@contextlib.contextmanager
def table_errors(file: pathlib.Path) -> Iterator[None]:
    """Raises InputError if SQLite cannot use its file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        remedy = next((remedy for words, remedy in REMEDIES.items() if words in str(error)), "give --out another folder")
        raise InputError(f"{file}: {error}; {remedy}") from None


@contextlib.contextmanager
def file_errors(file: pathlib.Path) -> Iterator[None]:
    """Raises InputError if a file or folder of a study cannot be written."""
    try:
        yield
    except OSError as error:
        remedy = MAKE_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else ALLOW
        raise InputError(f"{error.filename or file}: {error.strerror}; {remedy}") from None
