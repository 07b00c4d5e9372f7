"""Compares the lines of condyle_figures on several machines with those of this one.

compare.py NATIVE FOLDER...: the lines of this machine, and folders with figures.txt of others. Exits with
code 1 if a line is missing, a count differs, or a figure differs by more than its group may.
"""

import sys
from pathlib import Path

# Functions such as log and exp differ by a bit or two between the systems' libraries; an equilibrium
# found by iteration, or a sum that cancels, makes more of it.
MOST_DIFFERENCE = {"linear": 0.0, "nonlinear": 1e-14, "elastic layer": 1e-10, "steps": 1e-12,
                   "round the head": 1e-14}


def figures(file: Path) -> dict[str, list[str]]:
    """The words behind each name of a file of lines "name: word ..."."""
    lines = [line.rsplit(": ", 1) for line in file.read_text().splitlines()]
    return {name: words.split() for name, words in lines}


def difference(ours: list[str], theirs: list[str]) -> float:
    """The largest difference of two vectors, relative to the length of the first; infinite for words."""
    try:
        a, b = [float.fromhex(x) for x in ours], [float.fromhex(x) for x in theirs]
    except ValueError:
        return 0.0 if ours == theirs else float("inf")
    size = max(abs(x) for x in a)
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) / size if a != b else 0.0


def group_of(name: str) -> str:
    return name.split(",")[0]


def compare(native: dict[str, list[str]], other: dict[str, list[str]]) -> tuple[str, bool]:
    """A table of one machine, and whether all its figures are what they may be."""
    missing = native.keys() ^ other.keys()
    if missing - {"law"}:  # which needs shared libraries
        return f"  lines differ: {sorted(missing)}", False
    rows, good = [], True
    for group in dict.fromkeys(map(group_of, native)):
        names = [name for name in native if group_of(name) == group and name not in missing]
        if not names:
            continue
        differences = [difference(native[name], other[name]) for name in names]
        same = sum(x == 0 for x in differences)
        allowed = MOST_DIFFERENCE.get(group, 0.0)
        is_good = max(differences) <= allowed
        good &= is_good
        rows.append(f"  {group:16} {same:3} of {len(names):3} lines the same, largest difference "
                    f"{max(differences):.1e} (at most {allowed:.0e}){'' if is_good else '  TOO LARGE'}")
    return "\n".join(rows), good


def main() -> int:
    native = figures(Path(sys.argv[1]))
    good = True
    for folder in map(Path, sys.argv[2:]):
        table, is_good = compare(native, figures(folder / "figures.txt"))
        print(f"{folder.name}:\n{table}")
        good &= is_good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
