"""The command line of studies."""

from __future__ import annotations

import argparse
import sys
from typing import Sequence

from .._core import InputError, SimulationError
from .progress import Progress
from .run import parse_part, run

BAD_INPUT, STOPPED = 2, 3

EPILOG = """
Running a study again computes what is missing. docs/studies.md describes STUDY.json.
Exit codes: 0 all samples are computed, those that fail with their reason in the table; 2 unusable
input; 3 the study was stopped.

examples:
  condyle study knee.json --out out/knee --workers 2
  condyle study report out/knee"""


def _run_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="condyle study", epilog=EPILOG, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description="Runs variants of a scene, and tells what its outcomes depend on.")
    parser.add_argument("study", metavar="STUDY.json", help="what to vary, how often, and what to ask of each run")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of the results")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N",
                       help="processes; 0: this one alone; default: one for each processor")
    where.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask scheduler: tcp://host:8786")
    where.add_argument("--mpi", action="store_true", help="ranks of mpi4py.futures")
    parser.add_argument("--part", metavar="I/N", help="every N-th sample from the I-th on: for arrays of jobs")
    parser.add_argument("--allow-libraries", action="store_true", help="load the laws of users that the scene names")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    return parser


def _report_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="condyle study report", allow_abbrev=False,
                                     description="Writes DIR/report.html, and worst cases as scenes in DIR/worst.")
    parser.add_argument("out", metavar="DIR", help="folder of the results")
    return parser


def _report(arguments: Sequence[str]) -> int:
    from .report import report

    print(report(_report_parser().parse_args(arguments).out))
    return 0


def _summary(progress: Progress, out: str) -> str:
    if not progress.computed:
        return f"{out}: nothing to compute, all samples are done"
    failed = f"{progress.failed} failed" + (f" (one: {progress.first_error})" if progress.first_error else "")
    return (f"{out}: {progress.computed} samples computed in {progress.seconds:.1f} s, "
            f"{progress.cost / progress.computed:.3g} s each, {failed}")


def _study(arguments: Sequence[str]) -> int:
    options = _run_parser().parse_args(arguments)
    if options.workers is not None and options.workers < 0:
        raise InputError(f"--workers must be 0 or more, not {options.workers}")
    progress = run(options.study, options.out, workers=options.workers, scheduler=options.scheduler, mpi=options.mpi,
                   part=parse_part(options.part) if options.part else None, quiet=options.quiet,
                   allow_libraries=options.allow_libraries)
    print(_summary(progress, options.out))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _report(given[1:]) if given[:1] == ["report"] else _study(given)
    except InputError as error:
        print(f"condyle study: {error}", file=sys.stderr)
        return BAD_INPUT
    except SimulationError as error:
        print(f"condyle study: {error}", file=sys.stderr)
        return STOPPED
    except KeyboardInterrupt:
        print("condyle study: stopped; run it again to go on", file=sys.stderr)
        return STOPPED
