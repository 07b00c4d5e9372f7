"""The results of a study in one SQLite file, in which each sample is complete or absent."""

from __future__ import annotations

import contextlib
import json
import pathlib
import sqlite3
from typing import Any, Iterable, Iterator, Sequence

from .._core import InputError
from .sample import Row, Sample
from .storage import table_errors
from .study_file import Study

FILE = "results.sqlite"
PATIENCE = 5.0  # time to wait for another program that writes to the file [s]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _stored(value: Any) -> Any:
    """A value in a form that SQLite stores; SQLite stores NaN as NULL."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


class Table:
    """The table samples has a row for each computed sample, by its name; the table design lists the samples of the
    current study.

    The view results joins them in the order of the design.
    """

    def __init__(self, file: pathlib.Path, study: Study) -> None:
        self._file = file
        with table_errors(file):
            self._database = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)
        self._parameters = [p.name for p in study.parameters]
        self._outcomes = [o.name for o in study.outcomes]
        columns = ["name", *self._parameters, *self._outcomes, "status", "error", "cost"]
        if len({name.lower() for name in ("number", *columns)}) <= len(columns):
            raise InputError("parameters and outcomes need names that differ, also from number, name, status, error "
                             "and cost, and in more than capital letters")
        self._insert = f"INSERT OR REPLACE INTO samples VALUES ({', '.join('?' * len(columns))})"
        self._columns = columns
        try:
            self._make()
        except BaseException:
            self._database.close()
            raise

    def _make(self) -> None:
        listed = ", ".join(map(_quoted, self._columns[1:]))
        with self._transaction():
            self._database.execute("CREATE TABLE IF NOT EXISTS samples "
                                   f"(name TEXT PRIMARY KEY, {listed}) WITHOUT ROWID")
            self._database.execute("CREATE TABLE IF NOT EXISTS design (number INTEGER PRIMARY KEY, name TEXT)")
            self._database.execute("CREATE VIEW IF NOT EXISTS results AS SELECT * FROM design JOIN samples "
                                   "USING (name) ORDER BY number")
            self._require_columns("main", self._file)

    def _has_table(self, schema: str) -> bool:
        return bool(self._database.execute(f"PRAGMA {schema}.table_info(samples)").fetchall())

    def _require_columns(self, schema: str, file: pathlib.Path) -> None:
        there = [row[1] for row in self._database.execute(f"PRAGMA {schema}.table_info(samples)")]
        if there != self._columns:
            raise InputError(f"{file}: is of a study with other parameters or outcomes ({', '.join(there[1:-3])}); give "
                             f"--out another folder")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with table_errors(self._file):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # SQLite itself ends a transaction when the disk is full
                    self._database.execute("ROLLBACK")
                raise

    def set_design(self, names: Sequence[str]) -> None:
        with self._transaction():
            self._database.execute("DELETE FROM design")
            self._database.executemany("INSERT INTO design VALUES (?, ?)", enumerate(names))

    def add(self, rows: Iterable[Row]) -> None:
        """Adds rows in one transaction, so that a process that dies leaves none or all of them."""
        with self._transaction():
            self._database.executemany(self._insert, map(self._fields, rows))

    def _fields(self, row: Row) -> list[Any]:
        outcomes = row.outcomes or (None,) * len(self._outcomes)
        values = [_stored(row.sample.values.get(name)) for name in self._parameters]
        return [row.sample.name, *values, *outcomes, row.status, row.error, row.cost]

    def take_over(self, file: pathlib.Path) -> None:
        """Adds the rows of another table, which belongs to a part of the study."""
        with table_errors(file):
            self._database.execute("ATTACH ? AS part", (str(file),))
            has_rows = self._has_table("part")  # if not, its job was killed before it began
        if has_rows:
            self._require_columns("part", file)
            with self._transaction():
                self._database.execute("DELETE FROM samples WHERE status = 'lost'")
                self._database.execute("INSERT OR IGNORE INTO samples SELECT * FROM part.samples "
                                       "WHERE status <> 'lost'")
        self._database.execute("DETACH part")

    def computed(self) -> set[str]:
        """The names of the samples that need no more work. Lost samples are tried again."""
        with table_errors(self._file):
            return {name for name, in self._database.execute("SELECT name FROM samples WHERE status <> 'lost'")}

    def rows(self, samples: Sequence[Sample]) -> list[Row]:
        """The rows of samples that were computed, in the order asked for."""
        listed = ", ".join(map(_quoted, self._outcomes))
        found = []
        with table_errors(self._file):
            for sample in samples:
                status, error, cost, *outcomes = self._database.execute(
                    f"SELECT status, error, cost, {listed} FROM samples WHERE name = ?", (sample.name,)).fetchone()
                found.append(Row(sample, status, error, cost, tuple(outcomes)))
        return found

    def close(self) -> None:
        self._database.close()


def read_results(folder: pathlib.Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Names of columns and the rows of the design; rows not yet computed have only a number."""
    file = folder / FILE
    if not file.is_file():
        raise InputError(f"{folder}: has no results of a study; give the folder that --out was")
    with table_errors(file), contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as database:
        cursor = database.execute("SELECT number, samples.* FROM design LEFT JOIN samples USING (name) ORDER BY number")
        return [column[0] for column in cursor.description], cursor.fetchall()
