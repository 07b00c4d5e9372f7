"""Studies: many variants of a scene, and what its outcomes depend on. See docs/studies.md.

``run("STUDY.json", "out")`` computes, ``load("out")`` gives a pandas table, ``report("out")`` writes a page; ``open``
is for your own loops and optimisers. On the command line: ``python3 -m condyle.study STUDY.json --out out``.
"""

from .load import load
from .report import report
from .run import run
from .sensitivity import sensitivities
from .session import Session, open

__all__ = ["Session", "load", "open", "report", "run", "sensitivities"]
