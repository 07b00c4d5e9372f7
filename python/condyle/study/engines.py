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

PATIENCE = "10s"  # with a scheduler that does not answer

# Dask watches itself: stacks of each process every 10 ms, clocks every 20 ms, memory every 500 ms. That took the client
# 7 % of a processor, which samples need; this leaves 2 %. And with two batches for a worker there is nothing to steal.
QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s",
         "distributed.admin.system-monitor.interval": "10s", "distributed.scheduler.work-stealing": False}

Executor = Any  # concurrent.futures.Executor, and those of Dask and mpi4py that have its methods


@dataclasses.dataclass(frozen=True)
class Engine:
    executor: Executor
    workers: Callable[[], int]
    what: str
    dashboard: str | None = None


class InThisProcess:
    """Runs what is submitted at once."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> concurrent.futures.Future[Any]:
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def is_death_of_worker(error: Exception) -> bool:
    return type(error).__name__ in ("KilledWorker", "BrokenProcessPool")


def _distributed() -> Any:
    return library("distributed", ", or give --workers 0 to compute in one process")


def _seldom(count: Callable[[], int], seconds: float = 2.0) -> Callable[[], int]:
    """Asks a scheduler for its workers now and then: they come and go."""
    last, when = 0, -seconds

    def counted() -> int:
        nonlocal last, when
        if time.monotonic() - when >= seconds:
            last, when = max(1, count()), time.monotonic()
        return last

    return counted


@contextlib.contextmanager
def _script_out_of_sight() -> Iterator[None]:
    """A process that Python spawns loads the user's script again. Ours need nothing of it, and would start anew
    what the script does where it has no `if __name__ == "__main__"`."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextlib.contextmanager
def _local_cluster(workers: int, folder: pathlib.Path) -> Iterator[Engine]:
    distributed = _distributed()
    for part in ("", ".client", ".nanny", ".scheduler", ".worker"):  # of what happens to samples, rows tell
        logging.getLogger("distributed" + part).setLevel(logging.CRITICAL)
    library("dask").config.set(QUIET)
    scratch = folder / "workers"
    shutil.rmtree(scratch, ignore_errors=True)  # of a client that was killed
    address = ":8787" if has_library("bokeh") else None
    try:
        with _script_out_of_sight(), \
                distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=address,
                                         local_directory=str(scratch)) as cluster, \
                distributed.Client(cluster) as client:
            yield Engine(client.get_executor(pure=False), lambda: workers, f"{workers} workers",
                         client.dashboard_link if address else None)
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
        yield Engine(client.get_executor(pure=False), count, f"the workers of {address}", client.dashboard_link)


@contextlib.contextmanager
def _mpi() -> Iterator[Engine]:
    ranks: int = library("mpi4py.MPI").COMM_WORLD.Get_size() - 1
    if ranks < 1:
        raise InputError("--mpi needs at least 2 ranks: mpiexec -n 5 python3 -m mpi4py.futures -m condyle.study ..")
    with library("mpi4py.futures").MPIPoolExecutor() as executor:
        yield Engine(executor, lambda: ranks, f"{ranks} ranks of MPI")


@contextlib.contextmanager
def _this_process() -> Iterator[Engine]:
    yield Engine(InThisProcess(), lambda: 1, "this process")


def open_engine(folder: pathlib.Path, workers: int | None = None, scheduler: str | None = None,
                mpi: bool = False) -> contextlib.AbstractContextManager[Engine]:
    """workers: of a local cluster; 0: none but this process; None: one for each processor."""
    if mpi:
        return _mpi()
    if scheduler:
        return _scheduler(scheduler)
    if workers == 0:
        return _this_process()
    return _local_cluster(workers or len(os.sched_getaffinity(0)), folder)
