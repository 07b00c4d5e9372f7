"""Work in batches, sized by what it has cost so far, on any concurrent.futures executor."""

from __future__ import annotations

import collections
import concurrent.futures
import functools
import queue
from typing import Any, Callable, Generic, Sequence, TypeVar

from .engines import Engine, is_death_of_worker

Item = TypeVar("Item")

SECONDS_PER_BATCH = 0.5  # long against the milliseconds that a batch costs a scheduler, short to wait for
BATCHES_PER_WORKER = 2  # one runs, one waits, so that no worker waits for the client
DEATHS = 3  # of workers over one sample alone, before it counts as lost


class Batches(Generic[Item]):
    """What is left to do, in order. First those whose worker died, one by one: one of them may be why."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._left = collections.deque(items)
        self._alone: collections.deque[Item] = collections.deque()
        self._deaths: dict[int, int] = collections.defaultdict(int)
        self._cost, self._count = 0.0, 0

    def __bool__(self) -> bool:
        return bool(self._left or self._alone)

    def measured(self, cost: float, count: int) -> None:
        self._cost, self._count = self._cost + cost, self._count + count

    def size(self, workers: int) -> int:
        """One until costs are known. Towards the end small, so that all workers end together."""
        if not self._count:
            return 1
        by_cost = int(SECONDS_PER_BATCH * self._count / max(self._cost, 1e-9))
        fair = len(self._left) // (2 * BATCHES_PER_WORKER * workers)
        return max(1, min(by_cost, fair))

    def next(self, workers: int) -> list[Item]:
        if self._alone:
            return [self._alone.popleft()]
        return [self._left.popleft() for _ in range(min(self.size(workers), len(self._left)))]

    def died(self, batch: list[Item]) -> Item | None:
        """Puts a batch back. Returns the item that took its worker with it too often."""
        if len(batch) == 1:
            self._deaths[id(batch[0])] += 1
            if self._deaths[id(batch[0])] >= DEATHS:
                return batch[0]
        self._alone.extend(batch)
        return None


def distribute(engine: Engine, work: Callable[[list[Item]], list[Any]], items: Sequence[Item],
               arrived: Callable[[list[Any]], None], lost: Callable[[Item], None]) -> None:
    """Calls work(batch) on the engine's workers until all is done, and arrived(results) here as they come.

    lost: called with an item whose workers died.
    """
    batches = Batches(items)
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    running: dict[Any, list[Item]] = {}

    def submit() -> None:
        workers = engine.workers()
        while batches and len(running) < BATCHES_PER_WORKER * workers:
            batch = batches.next(workers)
            # As one object: Dask looks into every item of a list among arguments, for futures.
            future = engine.executor.submit(functools.partial(work, batch))
            running[future] = batch
            future.add_done_callback(done.put)

    submit()
    while running:
        future = done.get()
        batch = running.pop(future)
        _take(future, batch, batches, arrived, lost)
        submit()


def _take(future: concurrent.futures.Future[Any], batch: list[Item], batches: Batches[Item],
          arrived: Callable[[list[Any]], None], lost: Callable[[Item], None]) -> None:
    try:
        results = future.result()
    except Exception as error:
        if not is_death_of_worker(error):
            raise
        fatal = batches.died(batch)
        if fatal is not None:
            lost(fatal)
        return
    batches.measured(sum(result.cost for result in results), len(results))
    arrived(results)
