"""kill -9 of workers and of the client at random moments: the final table is the same to the bit."""

import os
import pathlib
import random
import signal
import sqlite3
import time

import pytest

import condyle
from study_support import command, finished, require_worlds, results, study, write

for library in ("scipy", "pandas", "distributed"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()

SAMPLES = 60
SEED = random.SystemRandom().randrange(10**6)
# A sample takes some 20 ms, so that kills hit samples at work.
SLOW = study(seconds=0.2, rate=1000, design={"kind": "full_factorial", "levels": {"modulus": 6, "height": 10}})
# Still at work whenever the signal comes.
LONG = study(seconds=0.2, rate=1000, design={"kind": "full_factorial", "levels": {"modulus": 30, "height": 50}})


def children(pid):
    """The processes that a process has started."""
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children")
            for child in task.read_text().split()]


def workers(pid):
    """The processes of a client that compute. A child of the client has forked them."""
    return [worker for child in children(pid) for worker in children(child)]


def rows_in(folder):
    file = folder / "results.sqlite"
    try:
        with sqlite3.connect(file) as database:
            return database.execute("SELECT count(*) FROM samples").fetchone()[0] if file.exists() else 0
    except sqlite3.OperationalError:  # not yet made, or being written
        return 0


def wait_for_rows(folder, client, count):
    end = time.monotonic() + 120
    while rows_in(folder) < count and client.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    condyle.study.run(write(folder, SLOW), folder / "out", workers=0)
    return results(folder / "out")


def start(folder, content=SLOW):
    return command(write(folder, content), "--out", folder / "out", "--workers", "2", "--quiet")


def test_workers_that_are_killed(expected, tmp_path):
    print("seed", SEED)
    chance = random.Random(SEED)
    client = start(tmp_path)
    for at in sorted(chance.sample(range(5, 30), 2)):
        wait_for_rows(tmp_path / "out", client, at)
        time.sleep(chance.uniform(0, 0.1))
        victims = workers(client.pid)
        assert victims
        os.kill(chance.choice(victims), signal.SIGKILL)
    status, _, errors = finished(client)
    assert status == 0, errors
    assert results(tmp_path / "out") == expected


def test_a_client_that_is_killed(expected, tmp_path):
    print("seed", SEED)
    chance = random.Random(SEED + 1)
    # So early and so soon that on a fast machine the second client is not done before it is killed.
    for at in sorted(chance.sample(range(1, 15), 2)):
        # At least one row more than there is: a client that has just started has no workers yet.
        wanted = max(at, rows_in(tmp_path / "out") + 1)
        client = start(tmp_path)
        wait_for_rows(tmp_path / "out", client, wanted)
        time.sleep(chance.uniform(0, 0.03))
        left = [*children(client.pid), *workers(client.pid)]
        before = rows_in(tmp_path / "out")
        assert left and client.poll() is None  # at work
        client.kill()
        client.communicate()
        assert rows_in(tmp_path / "out") >= before
        require_end_of(left)
    status, said, errors = finished(start(tmp_path))
    assert status == 0, errors
    assert int(said.split(": ")[-1].split()[0]) <= SAMPLES - before  # rows that were there are not computed again
    assert results(tmp_path / "out") == expected


def require_end_of(processes):
    """Workers end by themselves when their client is gone."""
    end = time.monotonic() + 30
    while any(pathlib.Path(f"/proc/{pid}/cmdline").exists() and pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
              for pid in processes):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_ctrl_c_keeps_what_is_done(tmp_path):
    client = start(tmp_path, LONG)
    wait_for_rows(tmp_path / "out", client, 10)
    assert client.poll() is None
    client.send_signal(signal.SIGINT)
    status, _, errors = finished(client)
    assert status == 3 and "stopped; run it again to go on" in errors and "Traceback" not in errors
    assert rows_in(tmp_path / "out") >= 10
