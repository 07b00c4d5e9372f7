"""Reads files of JSON, with the words that the program has for files that cannot be read."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

from ._core import InputError


def _problem_of(file: pathlib.Path) -> str | None:
    if not file.exists():
        return "no such file; check the path"
    if file.is_dir():
        return "is a folder; give a file in it"
    if not file.is_file():  # reading a pipe would wait for its writer
        return "is not a regular file; give one"
    if os.path.getsize(file) == 0:
        return "is empty; export or download it again"
    return None


def read_json(file: pathlib.Path, **options: Any) -> Any:
    """The content of a file of JSON; `options` are those of json.loads. Raises InputError that names the file."""
    try:
        if problem := _problem_of(file):
            raise InputError(f"{file}: {problem}")
        return json.loads(file.read_text("utf-8"), **options)
    except RecursionError:
        raise InputError(f"{file}: lists or objects are nested too deep; give a file of this format") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{file}, byte {error.start}: is no text in UTF-8; save it as such") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{file}: is not valid JSON: {error}") from None
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}; check the path and its permissions") from None
