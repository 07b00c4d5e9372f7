"""The cost of sending samples to workers: samples of a millisecond and of nothing, in batches of some sizes.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/study_growth.py [SAMPLES]
"""

import functools
import pathlib
import sys
import tempfile
import time

from condyle.study import batches
from condyle.study.engines import open_engine
from condyle.study.sample import Answer


def spin(seconds, batch):
    results = []
    for _ in batch:
        begin = time.perf_counter()
        while time.perf_counter() - begin < seconds:
            pass
        results.append(Answer(0, None, None, max(seconds, 1e-6)))
    return results


def measure(engine, seconds, samples, batch):
    """Wall time [s]. `batch`: number of samples in each batch, or None for the batches of studies."""
    size = batches.Batches.size
    if batch:
        batches.Batches.size = lambda self, workers: batch
    done = []
    begin = time.perf_counter()
    batches.distribute(engine, functools.partial(spin, seconds), range(samples), done.extend, done.append)
    wall = time.perf_counter() - begin
    batches.Batches.size = size
    assert len(done) == samples
    return wall


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder, open_engine(pathlib.Path(folder), workers) as engine:
            measure(engine, 0, 100, 1)  # connections are made
            for seconds in (0.0, 1e-3):
                for batch, samples in ((1, most // 50), (10, most // 5), (100, most), (None, most)):
                    wall = measure(engine, seconds, samples, batch)
                    own = 1e3 * (wall * workers / samples - seconds)
                    print(f"{workers} workers, {1e3 * seconds:g} ms, batches of {batch or 'measured size'}: {samples} "
                          f"samples in {wall:.2f} s, {samples / wall:.0f} per second, {own:.3f} ms of a worker beside "
                          f"the sample", flush=True)


if __name__ == "__main__":
    main()
