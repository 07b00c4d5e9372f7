"""The stubs list exactly what the modules have, and users' code passes mypy with them."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest

import condyle
from conftest import compiled_modules

FOLDER = pathlib.Path(condyle.__file__).parent

RIGHT = """
import numpy as np
import condyle

layer = condyle.Layer.of("uhmwpe", thickness=0.008)
ball = condyle.Surface(condyle.make_icosphere(0.03, 5), layer)
plate = condyle.Surface(condyle.Shape.half_space(), layer, extent=0.1)
pair = condyle.Pair(ball, plate, law=condyle.Law("hertz", radius=0.03), friction=condyle.Friction(0.1))
peak: float = pair.evaluate(np.eye(4)).pressure.max()
many = pair.evaluate_many([np.eye(4)] * 3, threads=2)
length: int = len(many)
"""
WRONG = "import condyle\ncondyle.make_icosphere('a', 5)\n"


def test_users_code_passes_mypy(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(WRONG)
    environment = dict(os.environ, MYPY_CACHE_DIR=str(tmp_path / "cache"))
    if FOLDER.parent.name != "site-packages":  # there mypy finds it by itself
        environment["MYPYPATH"] = str(FOLDER.parent)
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "right.py", "wrong.py"],
                         capture_output=True, text=True, cwd=tmp_path, env=environment)
    errors = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1 and errors[0].startswith("wrong.py:2: error: Argument 1"), run.stdout + run.stderr


def members(nodes):
    return {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def public(names):
    return {name for name in names if not name.startswith("_")}


def pairs_of_stub_and_module():
    for module in compiled_modules():
        stub = FOLDER / (module.__name__.rsplit(".", 1)[-1] + ".pyi")
        yield ast.parse(stub.read_text()).body, module


def test_stubs_and_modules_have_the_same_names():
    for body, module in pairs_of_stub_and_module():
        assert members(body) == public(vars(module))
        for node in body:
            if isinstance(node, ast.ClassDef) and not issubclass(getattr(module, node.name), Exception):
                assert public(members(node.body)) == public(vars(getattr(module, node.name))), node.name


def says_something(thing):
    """Whether a docstring has text. A function's first line is its signature, which pybind11 writes."""
    text = thing.__doc__ or ""
    return bool((text if isinstance(thing, (type, property)) else text.partition("\n")[2]).strip())


def test_all_is_documented():
    for body, module in pairs_of_stub_and_module():
        for name in members(body):
            thing = getattr(module, name)
            assert says_something(thing) and thing.__module__ in ("condyle", module.__name__), name
            for member in public(vars(thing)) if isinstance(thing, type) else ():
                assert says_something(getattr(thing, member)), f"{name}.{member}"
