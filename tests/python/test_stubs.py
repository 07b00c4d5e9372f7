"""The stubs list exactly what the modules have, and users' code passes mypy with them."""

import ast
import os
import pathlib
import re
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


def literals(body):
    """The words of each Literal of a stub, by the name of its alias, or of its class and argument or property."""
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((node.targets[0].id, words) for words in words_of(node.value))
        for function in node.body if isinstance(node, ast.ClassDef) else [node]:
            if not isinstance(function, ast.FunctionDef):
                continue
            place = node.name if isinstance(node, ast.ClassDef) else ""
            for argument in function.args.args + function.args.kwonlyargs:
                yield from ((f"{place}.{argument.arg}", words) for words in words_of(argument.annotation))
            yield from ((f"{place}.{function.name}", words) for words in words_of(function.returns))


def words_of(annotation):
    for node in ast.walk(annotation) if annotation else ():
        if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal":
            yield ast.literal_eval(node.slice)


def words_listed(call):
    """The words that the message about an unknown one lists."""
    with pytest.raises(condyle.InputError, match="unknown; it has: |no unit of length; give ") as error:
        call("no such word")
    return tuple(re.split(", | or ", re.split("it has: |give ", str(error.value))[1]))


def test_literals_of_the_stubs_are_the_words_of_the_modules():
    ball = condyle.Surface(condyle.make_icosphere(0.03, 1), condyle.Layer(5e6, 0.3, 0.004))
    known = {"Unit": words_listed(lambda word: condyle.read_mesh("ball.stl", word)),
             "Law.acting": words_listed(lambda word: condyle.Law("hertz", radius=0.03, acting=word)),
             # One more stands for a function, which Friction.from_library() takes.
             "Friction.mode": words_listed(lambda word: condyle.Friction(0.1, mode=word))[:-1]}
    for module in compiled_modules():
        if hasattr(module, "Event"):
            known["Event.kind"] = tuple(re.findall(r"'(\w+)'", module.Event.kind.__doc__))
            known["Equilibrium.strand_condition"] = tuple(
                re.findall(r"'(\w+)'", module.Equilibrium.strand_condition.__doc__))
            known["Equilibrium.axes"] = words_listed(
                lambda word: module.Equilibrium().add_joint("joint", "", "", axes=word))
    for name in ("law", "force_direction", "casts_from", "free_edges"):
        known[f"Pair.{name}"] = words_listed(lambda word, name=name: condyle.Pair(ball, ball, **{name: word}))
    found = [place for body, _ in pairs_of_stub_and_module() for place in literals(body)]
    assert {name for name, _ in found} == set(known)
    for name, words in found:
        assert words == known[name], name
