"""The cost of Python beside C++ and the program, measured in turns: a case of tests/bench, which starts this script
and reads the JSON that it prints, with the times of each system [s] and sentences.

    PYTHONPATH=build/release/python CONDYLE_PROGRAM=.. /usr/bin/python3 tests/bench/python_cost.py CASE [--quick]
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import condyle

BLOCK = 200  # poses per call, so that what evaluate_many does once per call counts little


def ball_on_plate():
    """A new pair for each system, since a pair is quicker near its last pose."""
    layer = condyle.Layer(463e6, 0.46, 0.008)
    plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 40, 40), layer, "plate")
    return condyle.Pair(plate, condyle.Surface(condyle.make_icosphere(0.03, 4), layer, "ball"))


def rolling(n):
    """Poses (n, 4, 4) of the ball, which rolls to and fro in contact."""
    angle = 0.1 * np.sin(np.arange(n) * 0.01)
    poses = np.tile(np.eye(4), (n, 1, 1))
    poses[:, 0, 0] = poses[:, 2, 2] = np.cos(angle)
    poses[:, 0, 2], poses[:, 2, 0] = np.sin(angle), -np.sin(angle)
    poses[:, 0, 3], poses[:, 2, 3] = 0.03 * angle, 0.0298
    return poses


def timed(work, clock):
    begin = clock()
    value = work()
    return clock() - begin, value


def pair_case(quick):
    """Times are processor times of this thread, which other programs do not affect."""
    ours, theirs = ball_on_plate(), ball_on_plate()
    python, loop = [], []
    for block in np.split(rolling((20 if quick else 200) * BLOCK), 20 if quick else 200):
        seconds, forces = timed(lambda: [ours.evaluate(X).wrench[5] for X in block], time.thread_time)
        python.append(seconds / BLOCK)
        seconds, all_at_once = timed(lambda: theirs.evaluate_many(block), time.thread_time)
        loop.append(seconds / BLOCK)
        assert np.array_equal(forces, all_at_once.wrench[:, 5])
    more = 1e6 * statistics.median(np.subtract(python, loop))
    return {"text": "a ball of 5120 triangles on a plate of 3200, from pose to pose: called from Python, and in a loop of "
                    "C++ (evaluate_many); per evaluation",
            "systems": {"python": python, "loop in C++": loop},
            "figures": [f"an evaluation from Python takes {more:.2f} us more than in C++, with its wrench read"]}


def many_case(quick):
    poses = rolling(2000)
    pair = ball_on_plate()
    times, spent = {1: [], 2: []}, {1: [], 2: []}
    for _ in range(5 if quick else 15):
        for threads in times:
            seconds, (wall, _) = timed(lambda: timed(lambda: pair.evaluate_many(poses, threads=threads),
                                                     time.perf_counter), time.process_time)
            times[threads].append(wall)
            spent[threads].append(seconds)
    ratio = statistics.median(np.divide(times[1], times[2]))
    work = statistics.median(np.divide(spent[2], spent[1]))
    return {"text": "evaluate_many over 2000 poses of that pair; wall time, to which other programs add",
            "systems": {"one thread": times[1], "two threads": times[2]},
            "figures": [f"two threads are {ratio:.2f} times as fast as one, and take {work:.2f} times its processor time: "
                        f"on cores that are free that is {2 / work:.2f} times as fast"]}


def spent_by_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def simulate_case(quick):
    """Both from the scene's file to the end of the run."""
    program, seconds = os.environ["CONDYLE_PROGRAM"], 0.2 if quick else 1.0
    python, alone = [], []
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "simulate", "knee_replacement", "--seconds", str(seconds), "--out", folder, "--quiet"]
        for _ in range(5 if quick else 15):
            python.append(timed(lambda: condyle.Scene.load("knee_replacement").simulate(seconds), time.process_time)[0])
            alone.append(timed(lambda: subprocess.run(command, check=True, stderr=subprocess.DEVNULL),
                               spent_by_children)[0])
    ratio = statistics.median(np.divide(python, alone))
    return {"text": f"{seconds:g} s of the shipped knee from its file, as Scene.simulate and as the program; processor time",
            "systems": {"python": python, "program": alone},
            "figures": [f"Python takes {ratio:.3f} of the program's time"]}


CASES = {"python_pair": pair_case, "python_many": many_case, "python_simulate": simulate_case}

if __name__ == "__main__":
    json.dump(CASES[sys.argv[1]]("--quick" in sys.argv), sys.stdout)
