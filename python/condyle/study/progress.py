"""The progress of a study: on a terminal a line that is updated, in a log a new line now and then."""

from __future__ import annotations

import sys
import time

from .sample import Row

SECONDS_BETWEEN = {True: 0.2, False: 10.0}  # by whether the output is a terminal (or a log)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Progress:
    def __init__(self, total: int, known: int, is_quiet: bool = False) -> None:
        self._total, self._known, self._is_quiet = total, known, is_quiet
        self._begin = time.monotonic()
        self._shown = -1e9
        self.computed = self.failed = 0
        self.cost = 0.0  # sum over all workers [s]
        self.first_error: str | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begin

    def add(self, rows: list[Row]) -> None:
        self.computed += len(rows)
        self.failed += sum(row.status != "done" for row in rows)
        self.first_error = self.first_error or next((row.error for row in rows if row.status != "done"), None)
        self.cost += sum(row.cost for row in rows)
        is_last = self._known + self.computed >= self._total
        if is_last or time.monotonic() - self._shown >= SECONDS_BETWEEN[sys.stderr.isatty()]:
            self._shown = time.monotonic()
            self._show(is_last)

    def _show(self, is_last: bool) -> None:
        if self._is_quiet:
            return
        count = self._known + self.computed
        left = self.seconds / self.computed * (self._total - count)
        line = f"{_bar(count / self._total)} {count} of {self._total} samples"
        line += f", {self.failed} failed" if self.failed else ""
        line += f", {_duration(self.seconds)}" if is_last else f", {_duration(left)} left"
        is_terminal = sys.stderr.isatty()
        sys.stderr.write(("\r" + line + "\033[K" if is_terminal else line) + ("\n" if is_last or not is_terminal else ""))
        sys.stderr.flush()


def _bar(share: float, width: int = 20) -> str:
    return "[" + ("#" * int(width * share)).ljust(width, ".") + "]"
