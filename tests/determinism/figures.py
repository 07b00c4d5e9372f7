"""Figures of the start of every shipped scene, and how those of several builds differ.

    figures.py write FILE.npz                the figures of the package in PYTHONPATH, on 1, 2 and 4 threads
    figures.py compare FILE.npz OTHER...     others beside it, in its folder

Of one build, all numbers of threads must give the same bits, and so must all builds; "compare" exits with code 1 if
any does not. It then prints the columns that differ, with their difference as a part of the largest figure in the column.
"""

import sys
from pathlib import Path

import numpy as np

STEPS = 60
THREADS = (1, 2, 4)
ROUNDING = 1e-9  # of the largest figure in the same unit: columns below are rounding alone
SHOWN = 5  # columns of a scene that are printed


def write(file: Path) -> int:
    import condyle

    figures = {}
    for scene_file in sorted(condyle.Scene.load("hip").file.parent.glob("*.json")):
        name, scene = scene_file.stem, condyle.Scene.load(scene_file)
        for threads in THREADS:
            world = scene.world(threads=threads)
            history, _ = world.run(STEPS / world.rate, world.rate, None, watch=False)
            figures[run_of(name, threads)] = np.array(history.values).T
        figures[f"{name}: columns"] = np.array(history.names)
    np.savez(file, **figures)
    return 0


def run_of(scene: str, threads: int) -> str:
    return f"{scene}, {threads} threads"


def unit_of(column: str) -> str:
    return column[column.rfind("[") :]


def differing_columns(names: list[str], ours: np.ndarray, theirs: np.ndarray) -> tuple[list[str], int]:
    """A line for each column that differs but for rounding, the worst first, and the number of the others that differ.

    A column is rounding where its largest figure is below 1e-9 of the largest in the same unit, such as the sideways
    force of a ball that falls straight down.
    """
    with np.errstate(all="ignore"):
        largest = np.nanmax(np.abs(ours), axis=1, initial=0.0)
        apart = np.nanmax(np.abs(ours - theirs), axis=1, initial=0.0)
    of_unit = {unit: max(size for name, size in zip(names, largest, strict=True) if unit_of(name) == unit)
               for unit in map(unit_of, names)}
    found, rounding = [], 0
    for name, a, b, size, by in zip(names, ours, theirs, largest, apart, strict=True):
        if a.tobytes() == b.tobytes():
            continue
        if (np.isnan(a) != np.isnan(b)).any():
            found.append((np.inf, f"{name} is a number in one of the two alone"))
        elif size < ROUNDING * of_unit[unit_of(name)]:
            rounding += 1
        else:
            found.append((by / size if size else np.inf, f"{name} by {by:.1e}, of at most {size:.3g}"))
    return [f"{part:.1e}: {line}" for part, line in sorted(found, reverse=True)], rounding


def difference(scene: str, ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], threads: int) -> str:
    """How a run of a build differs from that of the first build on one thread; empty if all its bits are the same."""
    names = [str(name) for name in ours[f"{scene}: columns"]]
    first, other = ours[run_of(scene, THREADS[0])], theirs.get(run_of(scene, threads))
    if other is None or first.shape != other.shape:
        return "it has other steps or columns"
    if first.tobytes() == other.tobytes():
        return ""
    lines, rounding = differing_columns(names, first, other)
    shown = [f"    {line}" for line in lines[:SHOWN]]
    return "\n".join([f"{len(lines) + rounding} of {len(names)} columns differ, {rounding} of them rounding alone", *shown])


def compare(file: Path, others: list[str]) -> int:
    ours = dict(np.load(file))
    scenes = [key.removesuffix(": columns") for key in ours if key.endswith(": columns")]
    same = True
    for other in [file.name, *others]:
        theirs = dict(np.load(file.with_name(other)))
        by_scene = {scene: [difference(scene, ours, theirs, threads) for threads in THREADS] for scene in scenes}
        differing = {scene: all_threads for scene, all_threads in by_scene.items() if any(all_threads)}
        same &= not differing
        print(f"{Path(other).stem}: {len(scenes) - len(differing)} of {len(scenes)} scenes with the same bits in "
              f"{STEPS} steps on {', '.join(map(str, THREADS))} threads")
        for scene, all_threads in differing.items():
            if len(set(all_threads)) == 1:
                print(f"  {scene}, any number of threads: {all_threads[0]}")
                continue
            for threads, text in zip(THREADS, all_threads, strict=True):
                if text:
                    print(f"  {run_of(scene, threads)}: {text}")
    return 0 if same else 1


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        sys.exit(write(Path(sys.argv[2])))
    if len(sys.argv) >= 3 and sys.argv[1] == "compare":
        sys.exit(compare(Path(sys.argv[2]), sys.argv[3:]))
    sys.exit(__doc__)
