"""What the tests share: a plate and a ball, poses, Ctrl-C, and the program to compare with."""

import gc
import importlib
import os
import pathlib
import resource
import signal
import threading

import numpy as np
import pytest

import condyle

POLYETHYLENE = condyle.Layer(463e6, 0.46, 0.008)


def compiled_modules():
    """The modules _core and, where they were built, _world and _mujoco."""
    yield condyle._core
    for name in ("_world", "_mujoco"):
        try:
            yield importlib.import_module("condyle." + name)
        except ImportError:
            pass


def resident():
    """Memory of this process now [kB]. The peak would hide growth that comes after a larger test."""
    gc.collect()
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def pose(x=0.0, y=0.0, z=0.0, turn=0.0):
    """A pose with a turn about y [rad]."""
    X = np.eye(4)
    X[0, 0] = X[2, 2] = np.cos(turn)
    X[0, 2] = np.sin(turn)
    X[2, 0] = -X[0, 2]
    X[:3, 3] = x, y, z
    return X


def random_poses(n, seed=1):
    """Poses of the ball of `plate_pair` near its plate (n, 4, 4); at some of them it is out of contact."""
    random = np.random.default_rng(seed)
    return np.stack([
        pose(*random.uniform(-5e-3, 5e-3, 2), 0.03 + random.uniform(-4e-4, 1e-4), random.uniform(-1, 1))
        for _ in range(n)
    ])


def make_plate_pair(**settings):
    plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 40, 40), POLYETHYLENE, "plate")
    ball = condyle.Surface(condyle.make_icosphere(0.03, 4), POLYETHYLENE, "ball")
    return condyle.Pair(plate, ball, **settings)


@pytest.fixture
def plate_pair():
    return make_plate_pair()


@pytest.fixture
def ctrl_c():
    """ctrl_c() sends SIGINT in 0.2 s. Sets its usual handler, since a shell in the background may ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    yield timer.start
    timer.join()
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def program():
    """The program condyle, for results to compare with."""
    path = os.environ.get("CONDYLE_PROGRAM")
    if not path or not pathlib.Path(path).exists():
        pytest.skip("the program condyle is not built")
    return path


def pytest_terminal_summary(terminalreporter):
    """ctest counts a file as skipped by this word, so it is for files of which nothing ran."""
    stats = terminalreporter.stats
    if stats.get("skipped") and not any(stats.get(kind) for kind in ("passed", "failed", "error")):
        for report in stats["skipped"]:
            terminalreporter.write_line(f"SKIPPED: {report.longrepr[2]}")
