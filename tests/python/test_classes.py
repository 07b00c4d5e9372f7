"""What all classes of the compiled modules do alike: objects that were never made."""

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, compiled_modules, make_plate_pair

CLASSES = [thing for module in compiled_modules() for thing in vars(module).values()
           if isinstance(thing, type) and not issubclass(thing, Exception)]
NEVER_MADE = "was never made"


def unmade(cls):
    """An object without __init__, and one of a subclass whose own __init__ reads before it calls ours."""
    yield cls.__new__(cls)

    class Forgetful(cls):
        def __init__(self):
            made.append(self)

    made = []
    with pytest.raises(TypeError, match="__init__"):
        Forgetful()
    yield made[0]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_what_was_never_made_cannot_be_used(cls):
    for nothing in unmade(cls):
        members = [name for name in vars(cls) if isinstance(vars(cls)[name], property)]
        for name in members:
            with pytest.raises(TypeError, match=NEVER_MADE):
                getattr(nothing, name)
        if "__repr__" in vars(cls):
            with pytest.raises(TypeError, match=NEVER_MADE):
                repr(nothing)
        for name in vars(cls):
            method = getattr(nothing, name) if name not in members and not name.startswith("__") else None
            if callable(method) and not isinstance(vars(cls)[name], staticmethod):
                with pytest.raises(TypeError):
                    method()


def test_what_was_never_made_cannot_be_passed_on():
    def nothing(cls):
        return cls.__new__(cls)

    surface, mesh = make_plate_pair().casting, condyle.make_box((1, 1, 1))
    calls = [
        lambda: condyle.Pair(nothing(condyle.Surface), surface),
        lambda: condyle.Pair(surface, nothing(condyle.Surface)),
        lambda: condyle.Pair(surface, surface, friction=nothing(condyle.Friction)),
        lambda: condyle.Pair(surface, surface, law=nothing(condyle.Law)),
        lambda: condyle.Surface(nothing(condyle.Mesh), POLYETHYLENE),
        lambda: condyle.Surface(nothing(condyle.Shape), POLYETHYLENE),
        lambda: condyle.Surface(mesh, nothing(condyle.Layer)),
        lambda: condyle.Surface(mesh, [nothing(condyle.Layer)] * 12),
        lambda: mesh.joined(nothing(condyle.Mesh)),
        lambda: POLYETHYLENE == nothing(condyle.Layer),
        lambda: condyle.Obstacle(0, nothing(condyle.Shape)),
        lambda: condyle.StrandPath([(0, np.zeros(3)), (0, np.ones(3))], [nothing(condyle.Obstacle)]),
        lambda: nothing(condyle.Pair).evaluate(np.eye(4)),
        lambda: nothing(condyle.Mesh).__getstate__(),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=NEVER_MADE):
            call()
