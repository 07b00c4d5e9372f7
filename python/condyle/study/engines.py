"""Where samples run: a local Dask cluster, a Dask scheduler, ranks of MPI, or this process."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import logging
import os
import pathlib
import shutil
import sys
import time
import types
from typing import Any, Callable, Iterator

from .._core import InputError
from .libraries import has_library, library

PATIENCE = "10s"  # time to wait for a scheduler that does not answer

# Dask monitors itself: it samples stacks of each process every 10 ms, clocks every 20 ms and memory every 500 ms. That
# took 7 % of a processor in the client, which samples need; these settings reduce it to 2 %. With two batches per
# worker there is no work to steal.
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s",
         "distributed.admin.system-monitor.interval": "10s", "distributed.scheduler.work-stealing": False,
         "distributed.scheduler.allowed-failures": 0,  # batches.py finds the sample that killed a worker
         "distributed.worker.multiprocessing-method": "forkserver"}

Executor = Any  # an object with the submit() of concurrent.futures.Executor


@dataclasses.dataclass(frozen=True)
class Engine:
    executor: Executor
    workers: Callable[[], int]
    batches_per_worker: int = 2  # one runs and one is queued, so that no worker waits for the client


class InThisProcess:
    """Runs submitted work immediately."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


class OnDask:
    """Submits to Dask directly. The futures of Dask's executor may never finish if the worker that holds a result
    dies."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self._client.submit(work, *arguments, pure=False)


def is_death_of_worker(error: Exception) -> bool:
    return type(error).__name__ == "KilledWorker"


def _distributed() -> Any:
    return library("distributed", ", or give --workers 0 to compute in one process")


def without_versions() -> None:
    """Dask compares the versions of some libraries, and loads them for that. Pandas alone takes as long to load as Dask.
    """
    getattr(library("distributed.versions"), "optional_packages", []).clear()


def _seldom(count: Callable[[], int], seconds: float = 2.0) -> Callable[[], int]:
    """Returns a function that counts a scheduler's workers, but asks for them only now and then: they come and go."""
    last, when = 0, -seconds

    def counted() -> int:
        nonlocal last, when
        if time.monotonic() - when >= seconds:
            last, when = max(1, count()), time.monotonic()
        return last

    return counted


@contextlib.contextmanager
def _script_out_of_sight() -> Iterator[None]:
    """Hides the user's script, which a process that Python spawns would load again. Our workers do not need it, and
    would run it a second time if it has no `if __name__ == "__main__"`."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextlib.contextmanager
def _local_cluster(workers: int, scratch: pathlib.Path) -> Iterator[Engine]:
    distributed = _distributed()
    for part in ("", ".client", ".nanny", ".scheduler", ".worker"):  # the rows of the table report failures of samples
        logging.getLogger("distributed" + part).setLevel(logging.CRITICAL)
    library("dask").config.set(QUIET)
    without_versions()
    distributed.utils.get_mp_context().set_forkserver_preload(["condyle.study.forked"])
    shutil.rmtree(scratch, ignore_errors=True)  # left by a client that was killed
    address = "127.0.0.1:8787" if has_library("bokeh") else None
    try:
        with _script_out_of_sight(), \
                distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=address,
                                         local_directory=str(scratch)) as cluster, \
                distributed.Client(cluster) as client:
            yield Engine(OnDask(client), lambda: workers)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


@contextlib.contextmanager
def _scheduler(address: str) -> Iterator[Engine]:
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise InputError(f"--scheduler {address}: {error}; give the address that dask-scheduler prints, such as "
                         f"tcp://host:8786") from None
    with client:
        count = _seldom(lambda: sum(client.nthreads().values()))
        yield Engine(OnDask(client), count)


@contextlib.contextmanager
def _mpi() -> Iterator[Engine]:
    ranks: int = library("mpi4py.MPI").COMM_WORLD.Get_size() - 1
    if ranks < 1:
        raise InputError("--mpi needs at least 2 ranks: mpiexec -n 5 python3 -m mpi4py.futures -m condyle.study ..")
    with library("mpi4py.futures").MPIPoolExecutor() as executor:
        yield Engine(executor, lambda: ranks)


@contextlib.contextmanager
def _this_process() -> Iterator[Engine]:
    yield Engine(InThisProcess(), lambda: 1, batches_per_worker=1)  # each batch is stored before the next one starts


def open_engine(scratch: pathlib.Path, workers: int | None = None, scheduler: str | None = None,
                mpi: bool = False) -> contextlib.AbstractContextManager[Engine]:
    """scratch: a folder for processes of a local cluster. workers: its number; 0: none but this process; None: one
    for each processor."""
    if mpi:
        return _mpi()
    if scheduler:
        return _scheduler(scheduler)
    if workers == 0:
        return _this_process()
    return _local_cluster(workers or len(os.sched_getaffinity(0)), scratch)
