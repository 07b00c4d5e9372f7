"""A running study: its folder, its table and its workers."""

from __future__ import annotations

import contextlib
import functools
import os
import pathlib
from typing import Any, Callable, Iterator, Sequence

from .._core import InputError, SimulationError
from ..scene import Scene
from .batches import distribute
from .engines import Engine, open_engine
from .lock import locked
from .progress import Progress
from .sample import SETUP, Answer, Row, Sample, Setup, call_on_scenes, run_samples, write_setup
from .study_file import Study, check_study, read_study
from .table import FILE, Table

Point = dict[str, Any]  # maps the name of a parameter to its value
WHOLE = pathlib.Path(FILE).stem  # file name stem of a whole study, as opposed to a part


class Session:
    """The object that open() returns. Its methods compute on the workers and store the samples in the folder."""

    def __init__(self, study: Study, table: Table, setup: Setup,
                 engine: Callable[[], contextlib.AbstractContextManager[Engine]]) -> None:
        self.study = study
        self.table, self._setup = table, setup
        self._open_engine = engine
        self._stack = contextlib.ExitStack()
        self._engine: Engine | None = None

    def _workers(self) -> Engine:
        """Started when there is something to do."""
        if self._engine is None:
            self._engine = self._stack.enter_context(self._open_engine())
        return self._engine

    def _samples(self, points: Sequence[Point]) -> list[Sample]:
        known = [p.name for p in self.study.parameters]
        for point in points:
            for name in point:
                if name not in known:
                    raise InputError(f"'{name}' is not a parameter of the study; it has: {', '.join(known)}")
        return [Sample(self.study.name_of(point), point) for point in points]

    def missing(self, samples: Sequence[Sample]) -> list[Sample]:
        """The samples that the table does not have, each once."""
        computed = self.table.computed()
        return [sample for name, sample in {s.name: s for s in samples}.items() if name not in computed]

    def compute(self, samples: Sequence[Sample], progress: Progress) -> None:
        """Computes the missing samples and adds their rows to the table."""
        missing = self.missing(samples)
        if not missing:
            return

        def store(rows: list[Row]) -> None:
            self.table.add(rows)
            progress.add(rows)

        def lose(sample: Sample) -> None:
            store([Row(sample, "lost", "every worker that computed it died", 0.0, ())])

        distribute(self._workers(), functools.partial(run_samples, self._setup), missing, store, lose)

    def evaluate(self, points: Sequence[Point]) -> Any:
        """The outcomes at points as a pandas.DataFrame, a row for each point, for optimisers.

        points: values by name of parameter; a parameter that is left out leaves the scene as it is. Samples that the
        folder has are not computed again. A failed sample has NaN.
        """
        from .load import frame_of

        samples = self._samples(points)
        self.compute(samples, Progress(len(samples), 0, is_quiet=True))
        return frame_of(self.study, self.table.rows(samples))

    def map(self, f: Callable[[Scene], Any], points: Sequence[Point] | None = None) -> list[Any]:
        """Calls f(scene) on the workers for each point and returns the results in order, for values that no outcome
        gives.

        f gets the scene with the point's values. points: by default those of the study's design.
        Nothing is stored. Raises SimulationError if f fails.
        """
        calls = list(enumerate(self.study.points() if points is None else points))
        self._samples([point for _, point in calls])
        values: list[Any] = [None] * len(calls)

        def take(answers: list[Answer]) -> None:
            for answer in answers:
                if answer.error is not None:
                    raise SimulationError(f"point {answer.place}: {answer.error}")
                values[answer.place] = answer.value

        def lose(call: tuple[int, Point]) -> None:
            raise SimulationError(f"point {call[0]}: every worker that computed it died")

        distribute(self._workers(), functools.partial(call_on_scenes, self._setup, f), calls, take, lose)
        return values

    def close(self) -> None:
        """Ends the workers."""
        self._stack.close()
        self._engine = None


@contextlib.contextmanager
def open_session(study: Study, place: str, out: pathlib.Path, stem: str,
                 engine: Callable[[pathlib.Path], contextlib.AbstractContextManager[Engine]]) -> Iterator[Session]:
    """Locks the folder `out` for a study; `stem` names the table and the lock in it."""
    units = check_study(study, place)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out}: the folder cannot be created ({error.strerror}); give --out another one") from None
    with locked(out / f"{stem}.lock"), contextlib.closing(Table(out / f"{stem}.sqlite", study)) as table:
        # A part has its own set-up file, so that it cannot change that of another part or of the whole study.
        setup = write_setup(study, out / (SETUP if stem == WHOLE else f"{stem}.json"), units)
        session = Session(study, table, setup, lambda: engine(out / f"{stem}.workers"))
        with contextlib.closing(session):
            yield session


@contextlib.contextmanager
def open(study: str | os.PathLike[str], out: str | os.PathLike[str], *, workers: int | None = None,  # noqa: A001
         scheduler: str | None = None, allow_libraries: bool = False) -> Iterator[Session]:
    """Opens a study for your own loops: ``with condyle.study.open("STUDY.json", "out") as session:``

    out: folder of the results, which no other client may use meanwhile. workers: processes, by
    default one for each processor; 0: this process. scheduler: address of a Dask scheduler instead.
    """
    with open_session(read_study(study, allow_libraries), os.fspath(study), pathlib.Path(out), WHOLE,
                      lambda folder: open_engine(folder, workers, scheduler)) as session:
        session.table.set_design([session.study.name_of(point) for point in session.study.points()])
        yield session
