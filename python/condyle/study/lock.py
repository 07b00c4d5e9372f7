"""One client for a folder at a time. The lock is the kernel's, so it ends with the process that holds it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
from typing import Iterator

from .._core import InputError
from .storage import file_errors


@contextlib.contextmanager
def locked(file: pathlib.Path) -> Iterator[None]:
    """Holds the lock file. Raises InputError if another process does."""
    with file_errors(file):
        stream = open(file, "a+")
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.seek(0)
            holder = stream.read().strip() or "another process"
            raise InputError(f"{file.parent}: another study is writing to this folder ({holder}); wait until it ends, or "
                             f"give --out another folder") from None
        with file_errors(file):
            stream.truncate(0)
            stream.write(f"process {os.getpid()} on {os.uname().nodename}")
            stream.flush()
        yield
