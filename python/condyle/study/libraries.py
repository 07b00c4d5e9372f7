"""Optional libraries: imported when needed, with a clear error if one is missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from .._core import InputError


def library(module: str, remedy: str = "") -> Any:
    """The module, typed as Any, since most of these libraries have no type annotations."""
    name = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise InputError(f"studies need {name} ({error}); install python3-{name}{remedy}") from None


def has_library(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
