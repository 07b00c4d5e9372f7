"""Work in batches, sized by the cost measured so far, on any concurrent.futures executor."""

from __future__ import annotations

import collections
import concurrent.futures
import functools
import queue
from typing import Any, Callable, Generic, Sequence, TypeVar

from .engines import Engine, is_death_of_worker

Item = TypeVar("Item")

SECONDS_PER_BATCH = 0.5  # much longer than the milliseconds that a batch costs a scheduler, but short to wait for
DEATHS = 3  # number of workers that a sample running alone may kill before it counts as lost


class Batches(Generic[Item]):
    """The remaining items, in order. The items of a batch whose worker died are suspects, since one of them may be the
    cause. They are tried one at a time, in parallel with other work, so that no item is blamed for the deaths that
    another causes."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._left = collections.deque(items)
        self._suspects: collections.deque[tuple[Item, int]] = collections.deque()  # with the deaths it caused
        self._tried: tuple[list[Item], int] | None = None  # the suspect that runs now, as a batch
        self._cost, self._count = 0.0, 0

    def __bool__(self) -> bool:
        """Whether next() has a batch now."""
        return bool(self._left or (self._suspects and not self._tried))

    def measured(self, cost: float, count: int) -> None:
        self._cost, self._count = self._cost + cost, self._count + count

    def size(self, running: int) -> int:
        """The size of the next batch: one until costs are known, and small towards the end, so that all workers end
        together.

        running: how many batches may run or wait at the same time.
        """
        if not self._count:
            return 1
        by_cost = int(SECONDS_PER_BATCH * self._count / max(self._cost, 1e-9))
        fair = len(self._left) // (2 * running)
        return max(1, min(by_cost, fair))

    def next(self, running: int) -> list[Item]:
        if self._suspects and not self._tried:
            item, deaths = self._suspects.popleft()
            self._tried = [item], deaths
            return self._tried[0]
        return [self._left.popleft() for _ in range(min(self.size(running), len(self._left)))]

    def _end_trial(self, batch: list[Item]) -> int:
        """Returns the number of deaths that a suspect caused before; -1 for a batch that is not a suspect."""
        if self._tried is None or self._tried[0] is not batch:
            return -1
        _, deaths = self._tried
        self._tried = None
        return deaths

    def done(self, batch: list[Item]) -> None:
        self._end_trial(batch)

    def died(self, batch: list[Item]) -> Item | None:
        """Puts a batch back. Returns the item if it has killed too many workers."""
        deaths = self._end_trial(batch) + 1
        if deaths >= DEATHS:
            return batch[0]
        self._suspects.extend((item, deaths) for item in batch)
        return None


def distribute(engine: Engine, work: Callable[[list[Item]], list[Any]], items: Sequence[Item],
               arrived: Callable[[list[Any]], None], lost: Callable[[Item], None]) -> None:
    """Calls work(batch) on the engine's workers until all is done, and arrived(results) in this process as results
    arrive.

    lost: called with an item whose workers died.
    """
    batches = Batches(items)
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    running: dict[Any, list[Item]] = {}

    def submit() -> None:
        most = engine.batches_per_worker * engine.workers()
        while batches and len(running) < most:
            batch = batches.next(most)
            # Submitted as one object: Dask would search every item of a list argument for futures.
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
    batches.done(batch)
    batches.measured(sum(result.cost for result in results), len(results))
    arrived(results)
