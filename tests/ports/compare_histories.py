"""Compares the history of a run on another machine with that of this one.

compare_histories.py NATIVE OTHER [MOST]: prints whether two tables of numbers are the same, or the largest difference
of a column, relative to the largest number in it. Exits with code 1 if it is more than MOST (1e-9), or if columns, rows
or words differ. What the solver leaves of its equations is rounding itself, and is not compared.
"""

import csv
import sys
from pathlib import Path


ROUNDING = "solver.residual [1]"


def table(file: Path) -> tuple[list[str], list[list[str]]]:
    with file.open(newline="", encoding="utf-8") as lines:
        names, *rows = csv.reader(lines)
    return names, rows


def difference(ours: list[str], theirs: list[str]) -> float:
    """The largest difference of two columns, relative to the largest number; infinite for words that differ."""
    if ours == theirs:
        return 0.0
    if [x == "" for x in ours] != [x == "" for x in theirs]:
        return float("inf")
    try:
        a, b = [[float(x) for x in column if x] for column in (ours, theirs)]
    except ValueError:
        return float("inf")
    size = max(abs(x) for x in a)
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) / size if size else float("inf")


def main() -> int:
    native, other = Path(sys.argv[1]), Path(sys.argv[2])
    most = float(sys.argv[3]) if len(sys.argv) > 3 else 1e-9
    name = native.parent.name
    if native.read_bytes() == other.read_bytes():
        print(f"{name}: the same bytes")
        return 0
    (names, rows), (other_names, other_rows) = table(native), table(other)
    if names != other_names or len(rows) != len(other_rows):
        print(f"{name}: columns or rows differ")
        return 1
    worst = {name: difference(list(a), list(b)) for name, a, b
             in zip(names, zip(*rows), zip(*other_rows), strict=True) if name != ROUNDING}
    column = max(worst, key=worst.__getitem__)
    same = sum(x == 0 for x in worst.values())
    print(f"{name}: {same} of {len(worst)} columns the same, largest difference {worst[column]:.1e} of {column}")
    return int(worst[column] > most)


if __name__ == "__main__":
    sys.exit(main())
