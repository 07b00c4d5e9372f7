"""Engines that run samples: one process, Dask, MPI; batches, and the data that a scheduler carries."""

import os
import pickle
import shutil
import subprocess
import sys
import types

import pytest

import condyle
from study_support import BALL_IN_PLATE, FEW, STUDY, peak_pressure, require_worlds, results, study, write

for library in ("scipy", "pandas", "distributed"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()

from condyle.study import batches, engines, sample  # noqa: E402


def run(folder, workers=0, out="out"):
    return condyle.study.run(write(folder, STUDY), folder / out, workers=workers)


def test_one_process_one_worker_and_two_give_the_same_bits(tmp_path):
    assert run(tmp_path, out="zero").computed == 40
    expected = results(tmp_path / "zero")
    assert len(expected) == 40
    for workers in (1, 2):
        run(tmp_path, workers, out=str(workers))
        assert results(tmp_path / str(workers)) == expected
    frame = condyle.study.load(tmp_path / "2")
    assert frame["peak"].to_numpy() == pytest.approx(peak_pressure(frame["modulus"], frame["height"]), rel=1e-9)
    assert frame.attrs["units"] == {"modulus": "Pa", "height": "m", "peak": "Pa", "force": "N"}


class Weighing(engines.InThisProcess):
    """Measures the bytes per sample that a scheduler would carry."""

    largest = 0

    def submit(self, work, *arguments):
        future = super().submit(work, *arguments)
        carried = [pickle.dumps((work, *arguments)), pickle.dumps(future.result())]
        self.largest = max(self.largest, *(len(text) / len(future.result()) for text in carried))
        return future


def test_nothing_large_passes_through_the_scheduler(tmp_path):
    content = study(scene={**BALL_IN_PLATE, "description": "x" * 100_000}, design={"kind": "latin_hypercube",
                                                                                  "samples": 5})
    file = write(tmp_path, content)
    executor = Weighing()
    with condyle.study.open(file, tmp_path / "out") as session:
        session._engine = engines.Engine(executor, lambda: 1)
        session.evaluate(session.study.points())
    assert 0 < executor.largest < 2000  # bytes for each sample of a batch


def test_workers_refuse_another_scene_under_the_same_names(tmp_path):
    run(tmp_path)
    setup = sample.Setup(str(tmp_path / "out" / "study.json"), "another identity")
    with pytest.raises(condyle.InputError, match="differ from the client's"):
        sample.run_samples(setup, [])
    shutil.rmtree(tmp_path / "out")
    with pytest.raises(condyle.InputError, match="workers need the folder of --out"):
        sample.run_samples(setup, [])


def test_batches_grow_with_speed_and_shrink_at_the_end():
    work = batches.Batches(range(10_000))
    assert work.next(2) == [0]
    work.measured(0.001, 1)
    assert len(work.next(2)) == 500  # half a second of samples of a millisecond
    sizes = []
    while work:
        sizes.append(len(work.next(2)))
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 1 and sum(sizes) == 10_000 - 501
    slow = batches.Batches(range(100))
    slow.measured(30.0, 1)
    assert len(slow.next(2)) == 1


class Fatal(engines.InThisProcess):
    """An engine whose worker dies at one item."""

    def submit(self, work, *arguments):
        def dying():
            if 13 in work.args[0]:
                raise KilledWorker
            return work()
        return super().submit(dying, *arguments)


class KilledWorker(Exception):
    """The error of a dead worker, under the name that Dask gives it."""


class Result:
    def __init__(self, item):
        self.item, self.cost = item, 1e-4


def test_an_item_that_kills_its_workers_is_lost_alone():
    arrived, lost = [], []
    batches.distribute(engines.Engine(Fatal(), lambda: 2), lambda batch: [Result(item) for item in batch],
                       range(100), arrived.extend, lost.append)
    assert lost == [13] and sorted(result.item for result in arrived) == [i for i in range(100) if i != 13]


def test_an_item_that_ends_its_workers_is_lost_alone(tmp_path):
    deaths = tmp_path / "deaths"

    def work(batch):
        if 2 in batch:
            with open(deaths, "a") as log:
                log.write("x")
            os._exit(1)
        return [types.SimpleNamespace(item=item, cost=1e-4) for item in batch]

    arrived, lost = [], []
    with engines.open_engine(tmp_path / "scratch", workers=1) as engine:
        batches.distribute(engine, work, range(6), arrived.extend, lost.append)
    assert lost == [2] and sorted(result.item for result in arrived) == [0, 1, 3, 4, 5]
    assert len(deaths.read_text()) == 1 + batches.DEATHS  # once beside others, then alone


def test_one_process_stores_a_batch_before_it_begins_the_next(tmp_path):
    said = []

    def work(batch):
        said.append(batch)
        return [types.SimpleNamespace(cost=1.0) for item in batch]

    with engines.open_engine(tmp_path, workers=0) as engine:
        batches.distribute(engine, work, range(3), lambda rows: said.append("stored"), said.append)
    assert said == [[0], "stored", [1], "stored", [2], "stored"]


def test_without_dask_one_process_still_computes(tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')\n")
    write(tmp_path, study(design=FEW))
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    call = [sys.executable, "-m", "condyle.study", "study.json", "--out", "out", "--workers"]
    options = dict(cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    missing = subprocess.run([*call, "1"], **options)
    assert missing.returncode == 2 and "install python3-distributed, or give --workers 0" in missing.stderr
    assert subprocess.run([*call, "0"], **options).returncode == 0


def test_ranks_of_mpi_give_the_same_bits(tmp_path):
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    if not shutil.which("mpiexec"):
        pytest.skip("mpiexec is not installed")
    run(tmp_path, out="expected")
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1"}  # Open MPI: in containers, and on few processors
    call = ["mpiexec", "-n", "2", sys.executable, "-m", "mpi4py.futures", "-m", "condyle.study", "study.json", "--out",
            "out", "--mpi"]
    made = subprocess.run(call, cwd=tmp_path, env={**os.environ, **allowed}, capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    assert "40 samples computed" in made.stdout
    assert results(tmp_path / "out") == results(tmp_path / "expected")


def test_a_scheduler_that_runs_elsewhere_gives_the_same_bits(tmp_path):
    """Its workers are processes that the client did not start."""
    import distributed

    run(tmp_path, out="expected")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None,
                                  local_directory=str(tmp_path / "scratch")) as cluster:
        condyle.study.run(tmp_path / "study.json", tmp_path / "out", scheduler=cluster.scheduler_address)
    assert results(tmp_path / "out") == results(tmp_path / "expected")
