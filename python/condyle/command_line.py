"""The command line of the package."""

from __future__ import annotations

import argparse
import csv
import fnmatch
import importlib.util
import pathlib
import platform
import sys
import warnings
from typing import Any, Sequence

import numpy as np

import condyle

BAD_INPUT, STOPPED = 2, 3
USUAL_FIGURES = ["*.force", "*.peak_pressure"]

EPILOG = """
SCENE is a file, or the name of a shipped scene. Exit codes: 0 done; 1 `test` finds a wrong figure,
or a part that does not load; 2 unusable input; 3 a simulation that could not go on, or that was stopped.

examples:
  python3 -m condyle simulate knee_replacement --seconds 1 --csv knee.csv
  python3 -m condyle lab knee_replacement contact
  python3 -m condyle study knee.json --out out/knee"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m condyle", description=condyle.__doc__, epilog=EPILOG,
                                     allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"condyle {condyle.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("scenes", help="list the shipped scenes")
    commands.add_parser("test", help="compute figures that are known, and say what this build can do")

    check = commands.add_parser("check", help="find errors in scenes, without running them")
    check.add_argument("scene", nargs="+", metavar="SCENE")

    simulate = commands.add_parser("simulate", help="run a scene")
    simulate.add_argument("scene", metavar="SCENE")
    simulate.add_argument("--seconds", type=float, metavar="S", help="time to simulate; default: the scene's")
    simulate.add_argument("--rate", type=float, metavar="HZ", help="steps per second; default: the scene's")
    simulate.add_argument("--threads", type=int, default=1, metavar="N", help="threads that share a step; default: 1")
    simulate.add_argument("--figures", nargs="+", default=[], metavar="PATTERN",
                          help="columns to print, such as '*.strain'; default: forces and peak pressures")
    simulate.add_argument("--csv", type=pathlib.Path, metavar="FILE", help="write all columns of all steps")
    simulate.add_argument("--picture", type=pathlib.Path, metavar="FILE.png", help="draw the end, which needs a display")
    simulate.add_argument("--allow-libraries", action="store_true", help="load the laws of users that the scene names")
    simulate.add_argument("--quiet", action="store_true", help="show no progress")

    lab = commands.add_parser("lab", help="a test of the laboratory with its usual options")
    lab.add_argument("scene", metavar="SCENE")
    lab.add_argument("test", choices=["contact", "laxity", "hip", "pad", "gait", "wear"], metavar="TEST",
                     help="contact, laxity, hip, pad, gait or wear")
    commands.add_parser("study", help="run a study: the options of condyle study", add_help=False)
    return parser


def _scenes() -> int:
    hip = condyle.Scene.load("hip")
    for file in sorted(hip.file.parent.glob("*.json")):
        print(f"{file.stem:20} {condyle.Scene.load(file).name}")
    return 0


def _check(scenes: Sequence[str]) -> int:
    for name in scenes:
        found = condyle.Scene.load(name).check()
        print("\n".join([f"{name}: {len(found) or 'no'} findings", *(f"  {line}" for line in found)]))
    return 0


def _write_csv(run: Any, file: pathlib.Path) -> None:
    """All columns of a run, each with its unit, after the time."""
    columns = [run.times, *(run[name] for name in run.names)]
    with file.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["time [s]", *(f"{name} [{run.units[name]}]" if run.units[name] else name for name in run.names)])
        writer.writerows([repr(float(value)) for value in row] for row in zip(*columns))


def _print_figures(run: Any, patterns: Sequence[str]) -> None:
    wanted = patterns or USUAL_FIGURES
    names = [name for name in run.names if any(fnmatch.fnmatchcase(name, pattern) for pattern in wanted)]
    if not names and not patterns:
        return
    if not names:
        raise condyle.InputError(f"--figures: no column matches; there are, for example: {', '.join(run.names[:8])}")
    width = max(map(len, names))
    print(f"{'figure':{width}}  {'unit':>6} {'at the end':>12} {'largest':>12}")
    for name in names:
        values = run[name][np.isfinite(run[name])]
        shown = [f"{value:12.6g}" for value in (values[-1], values.max())] if len(values) else [f"{'none':>12}"] * 2
        print(f"{name:{width}}  {run.units[name]:>6} {' '.join(shown)}")


def _simulate(options: argparse.Namespace) -> int:
    scene = condyle.Scene.load(options.scene)
    run = scene.simulate(options.seconds, options.rate, threads=options.threads, progress=not options.quiet,
                         allow_libraries=options.allow_libraries)
    if options.csv:
        _write_csv(run, options.csv)
    if options.picture:
        options.picture.write_bytes(run.picture())
    _print_figures(run, options.figures)
    return 0


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _lab(options: argparse.Namespace) -> int:
    result = condyle.lab.run(condyle.Scene.load(options.scene), options.test)
    for table in result.tables.values():
        print(table.title, *("\t".join(map(_cell, row)) for row in [table.columns, *table.rows]), "", sep="\n")
    print(*result.notes, sep="\n")
    return 0


def _ball_on_plate() -> tuple[float, float]:
    """The force of a ball pressed into the layers of a plate and of its own, beside k times the volume that they share."""
    radius, depth = 0.03, 5e-5
    layers = condyle.Layer.of("uhmwpe", 0.008), condyle.Layer.of("steel", 0.001)
    pair = condyle.Pair(condyle.Surface(condyle.make_plane_grid(0.006, 0.006, 150, 150), layers[0]),
                        condyle.Surface(condyle.Shape.sphere(radius), layers[1]), lumped=False)
    pose = np.eye(4)
    pose[2, 3] = radius - depth
    k = 1 / sum(layer.thickness / layer.constrained_modulus for layer in layers)
    return float(-pair.evaluate(pose).force[2]), k * np.pi * depth**2 * (radius - depth / 3)


def _ball_at_rest() -> tuple[float, float]:
    """The force under the ball of the shipped scene `ball_on_plate` at its end, beside the ball's weight."""
    scene = condyle.Scene.load("ball_on_plate")
    run = scene.simulate()
    (contact,) = (entry["name"] for entry in scene["contacts"])
    (ball,) = (body for body in scene["bodies"] if body["kind"] == "dynamic")
    mass = ball["density"] * 4 / 3 * np.pi * ball["meshes"][0]["shape"]["radius"] ** 3
    return float(run[f"{contact}.force"][-1]), float(mass * np.linalg.norm(scene["gravity"]))


def _state(module: str) -> str:
    """Whether a part of the package is there and can be loaded: yes, not built, or why not."""
    if importlib.util.find_spec(f"condyle.{module}") is None:
        return "not built"
    try:
        importlib.import_module(f"condyle.{module}")
    except ImportError as error:
        return f"no, {error}"
    return "yes"


def _test() -> int:
    """Compares figures with known ones, to a hundredth: the meshes are no finer."""
    print(f"condyle {condyle.__version__} for Python {platform.python_version()}, {pathlib.Path(condyle.__file__).parent}")
    parts = {what: _state(module) for what, module in
             (("worlds", "_world"), ("MuJoCo", "_mujoco"), ("pictures", "_picture"))}
    print(*(f"{what}: {state}" for what, state in parts.items()), sep="\n")
    # Pictures also need libraries of the system, which may have no window.
    wrong = sum(state.startswith("no,") for what, state in parts.items() if what != "pictures")
    cases = {"ball pressed into layers": _ball_on_plate}
    if parts["worlds"] == "yes":
        cases["ball at rest on a plate"] = _ball_at_rest
    for name, case in cases.items():
        force, expected = case()
        good = abs(force - expected) <= 0.01 * expected
        wrong += not good
        print(f"{name}: {force:.6g} N, expected {expected:.6g} N: {'good' if good else 'WRONG'}")
    return 1 if wrong else 0


def _run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["study"]:
        from .study.command import main as study

        return study(arguments[1:])
    options = _parser().parse_args(arguments)
    if options.command == "check":
        return _check(options.scene)
    if options.command in ("simulate", "lab"):
        return _simulate(options) if options.command == "simulate" else _lab(options)
    return _scenes() if options.command == "scenes" else _test()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command with these arguments, by default those of the process, and returns its exit code."""
    warnings.showwarning = lambda message, *_: print(f"condyle: warning: {message}", file=sys.stderr)
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except (condyle.InputError, OSError) as error:
        print(f"condyle: {error}", file=sys.stderr)
        return BAD_INPUT
    except condyle.SimulationError as error:
        print(f"condyle: {error}", file=sys.stderr)
        return STOPPED
    except KeyboardInterrupt:
        print("condyle: stopped", file=sys.stderr)
        return STOPPED
