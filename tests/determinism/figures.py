"""Figures of the start of every shipped scene, and how those of several builds differ.

    figures.py write FILE.npz                the figures of the package in PYTHONPATH, on 1, 2 and 4 threads
    figures.py compare FILE.npz OTHER...     others beside it, in its folder

Of one build, all numbers of threads must give the same bits, and so must all builds; "compare" exits with code 1 if
any does not.
"""

import sys
from pathlib import Path

import numpy as np

STEPS = 60
THREADS = (1, 2, 4)


def write(file: Path) -> int:
    import condyle

    figures = {}
    for scene_file in sorted(condyle.Scene.load("hip").file.parent.glob("*.json")):
        name, scene = scene_file.stem, condyle.Scene.load(scene_file)
        for threads in THREADS:
            world = scene.world(threads=threads)
            history, _ = world.run(STEPS / world.rate, world.rate, None, watch=False)
            figures[f"{name}, {threads} threads"] = np.array(history.values).T
    np.savez(file, **figures)
    return 0


def difference(a: np.ndarray, b: np.ndarray) -> float:
    """The largest difference of a column over its largest figure; 0 for the same bits."""
    if a.shape != b.shape:
        return float("inf")
    if a.tobytes() == b.tobytes():
        return 0.0
    size = np.nanmax(np.abs(a), axis=1, initial=1e-300, keepdims=True)
    return max(float(np.nanmax(np.abs(a - b) / size)), 5e-324)


def compare(file: Path, others: list[str]) -> int:
    ours = np.load(file)
    same = True
    for other in [file.name, *others]:
        theirs = np.load(file.with_name(other))
        worst = {}
        for key in ours.files:
            scene, threads = key.split(", ")
            first = ours[f"{scene}, {THREADS[0]} threads"]
            worst[key] = difference(first, theirs[key]) if key in theirs.files else float("inf")
        differing = {key: by for key, by in worst.items() if by > 0}
        same &= not differing
        print(f"{Path(other).stem}: {len(worst) - len(differing)} of {len(worst)} runs of {STEPS} steps with the same bits")
        for key, by in differing.items():
            print(f"  {key}: differs by {by:.1e} of a figure's largest")
    return 0 if same else 1


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        sys.exit(write(Path(sys.argv[2])))
    if len(sys.argv) >= 3 and sys.argv[1] == "compare":
        sys.exit(compare(Path(sys.argv[2]), sys.argv[3:]))
    sys.exit(__doc__)
