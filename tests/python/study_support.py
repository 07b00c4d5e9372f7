"""Small studies that tests share: a heavy ball in a plate, whose peak pressure has a closed form."""

import copy
import json
import os
import subprocess
import sys

import pytest

import condyle

LAYER = {"elastic_modulus": 5e6, "poissons_ratio": 0.45, "thickness": 0.003}
# A triangle's centre lies below the ball's lowest point, so that its depth is the ball's. The ball is so heavy
# that it does not move.
CENTER = [0.005 / 12, -0.005 / 12]
BALL_IN_PLATE = {
    "condyle_scene": 1, "gravity": [0, 0, 0], "duration": 0.002, "rate": 1000,
    "bodies": [
        {"name": "plate", "kind": "fixed", "meshes": [
            {"name": "top", "primitive": {"shape": "plane", "size": [0.01, 0.01, 0], "segments": 8}, "layer": LAYER}]},
        {"name": "ball", "kind": "dynamic", "mass": 1e12, "inertia": [1e12, 1e12, 1e12],
         "position": [*CENTER, 0.03], "meshes": [
             {"name": "skin", "shape": {"kind": "sphere", "radius": 0.03}, "longest_edge": 0.02, "layer": LAYER}]}],
    "contacts": [{"name": "plate_ball", "casting": {"body": "plate", "mesh": "top"},
                  "target": {"body": "ball", "mesh": "skin"}}],
}
MODULI = ["bodies/plate/meshes/top/layer/elastic_modulus", "bodies/ball/meshes/skin/layer/elastic_modulus"]
STUDY = {
    "condyle_study": 1,
    "scene": BALL_IN_PLATE,
    "parameters": [
        {"name": "modulus", "paths": MODULI, "unit": "Pa", "uniform": [2e6, 8e6]},
        {"name": "height", "path": "bodies/ball/position/2", "change": "add", "unit": "m", "uniform": [-3e-4, -1e-4]}],
    "design": {"kind": "latin_hypercube", "samples": 40, "seed": 5},
    "outcomes": [{"name": "peak", "figure": "plate_ball.peak_pressure", "take": "largest"},
                 {"name": "force", "figure": "plate_ball.force", "take": "last"}],
}
FEW = {"kind": "full_factorial", "levels": 2}  # a design for which no process loads scipy.stats


def study(**changes):
    return {**copy.deepcopy(STUDY), **changes}


def peak_pressure(modulus, height):
    """Peak pressure of two equal layers in series [Pa]."""
    per_pascal = condyle.Layer(1.0, 0.45, 0.003).constrained_modulus
    return per_pascal * modulus / 0.006 * -height


def write(folder, content, name="study.json"):
    (folder / name).write_text(json.dumps(content))
    return folder / name


def require_worlds():
    try:
        condyle.Scene.from_dict(BALL_IN_PLATE).world()
    except condyle.InputError as error:
        if "built without worlds" in str(error):
            pytest.skip(str(error), allow_module_level=True)
        raise


def command(*arguments, **options):
    """Starts a study as users do."""
    return subprocess.Popen([sys.executable, "-m", "condyle.study", *map(str, arguments)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=dict(os.environ), **options)


def finished(process):
    """Exit status, output and errors."""
    out, errors = process.communicate(timeout=300)
    return process.returncode, out, errors


def results(folder):
    """The final table as text, with exact numbers, without the costs, which differ from run to run."""
    frame = condyle.study.load(folder).drop(columns="cost")
    return [[value.hex() if isinstance(value, float) else repr(value) for value in row]
            for row in frame.itertuples()]
