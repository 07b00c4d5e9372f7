"""Makes pages of the built Python package by autodoc: signatures and types come from its stubs, and docstrings, which
are written to be read as plain text, become lists of arguments."""

import ast
import importlib
import os
import pathlib
import re

from sphinx.ext.autodoc import ClassDocumenter, PropertyDocumenter
from sphinx.util import logging

from units import has_unit_by_name, tells_unit

LOG = logging.getLogger(__name__)
NUMBERS = re.compile(r"\b(float|Floats|ArrayLike)\b|NDArray\[np\.float")

STUB_FILES = {"condyle": ["_core.pyi", "_world.pyi"], "condyle.mujoco": ["_mujoco.pyi"]}
ARGUMENT = re.compile(r"(?P<names>(?:[a-z]|[XVp]_)\w*(?:, \w+)*)(?: (?P<unit>\[[^]]+\]))?(?P<end>: |\. |\.$)(?P<text>.*)")


def signature_of(function):
    arguments = function.args
    if arguments.args and arguments.args[0].arg == "self":
        del arguments.args[0]
    result = ast.unparse(function.returns) if function.returns and function.name != "__init__" else None
    return f"({ast.unparse(arguments)})", result


def is_property(function):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list)


class Stubs:
    """What the stubs say, by full name: signatures as pairs of arguments and result, types of properties, and the order.
    The first of several overloads counts."""

    def __init__(self, folder):
        self.signatures, self.types, self.order = {}, {}, {}
        for module, files in STUB_FILES.items():
            for file in files:
                self.read(ast.parse((folder / file).read_text()).body, module)

    def read(self, body, prefix):
        for part in body:
            name = f"{prefix}.{getattr(part, 'name', '')}"
            self.order.setdefault(name, len(self.order))
            if isinstance(part, ast.ClassDef):
                self.read(part.body, name)
            elif isinstance(part, ast.FunctionDef) and is_property(part):
                self.types.setdefault(name, ast.unparse(part.returns))
            elif isinstance(part, ast.FunctionDef):
                self.signatures.setdefault(name.removesuffix(".__init__"), signature_of(part))


STUBS = Stubs(pathlib.Path(os.environ["CONDYLE_PYTHON"]) / "condyle")


def marked_up(text):
    """Text of a docstring: `code` is of one or two backquotes, all else is plain."""
    parts = re.split(r"``(.+?)``|`(.+?)`", text)
    plain, code = parts[0::3], [a or b for a, b in zip(parts[1::3], parts[2::3])]
    plain = [re.sub(r"([*|\\]|_(?=\W|$))", r"\\\1", part) for part in plain]
    return "".join(p + (f"``{c}``" if c else "") for p, c in zip(plain, code + [None]))


def as_lists(lines):
    """The paragraphs of a docstring, in which a line that begins with the name of an argument begins an entry."""
    done, in_list, in_code = [], False, False
    for line in lines:
        if line.startswith("    ") and (in_code or not in_list and done and not done[-1]):
            done += [line] if in_code else ["::", "", line]
            in_code = True
            continue
        in_code = in_code and not line.strip()
        found = ARGUMENT.match(line)
        if found and (found["end"] == ": " or found["unit"]):
            if not in_list:
                done.append("")
            unit = f" {found['unit']}" if found["unit"] else ""
            done.append(f"* **{found['names']}**{unit}: {marked_up(found['text'])}".rstrip().rstrip(":"))
            in_list = True
        elif not line.strip():
            done.append("")
            in_list = False
        else:
            done.append(("  " if in_list else "") + marked_up(line.strip()))
    return done


class ClassInOrder(ClassDocumenter):
    """A class with its members in the order of the stub."""

    def sort_members(self, documenters, order):
        def place(entry):
            return STUBS.order.get(entry[0].name.replace("::", "."), len(STUBS.order))
        return sorted(super().sort_members(documenters, order), key=place)


class TypedProperty(PropertyDocumenter):
    """A property with the type that its stub has."""

    def add_directive_header(self, signature):
        super().add_directive_header(signature)
        name = self.fullname.replace("::", ".").replace("mujoco.Plugin.", "mujoco.MujocoPlugin.")
        of_stub = STUBS.types.get(name)
        if of_stub:
            self.add_line(f"   :type: {of_stub}", self.get_sourcename())


def use_stub(app, what, name, obj, options, signature, result):
    # The plugin's methods are of its base, which the page does not name.
    return STUBS.signatures.get(name.replace("mujoco.Plugin.", "mujoco.MujocoPlugin."))


def numbers_of(name, what):
    """The numbers of a function or property whose unit its name or theirs does not tell."""
    if what == "property":
        kind = STUBS.types.get(name) or ""
        return [name] if NUMBERS.search(kind) and not has_unit_by_name(name.rpartition(".")[2]) else []
    arguments, result = STUBS.signatures.get(name, ("()", None))
    function = ast.parse(f"def f{arguments}: ...").body[0].args
    found = [a.arg for a in function.args + function.kwonlyargs
             if a.annotation and NUMBERS.search(ast.unparse(a.annotation)) and not has_unit_by_name(a.arg)]
    return found + (["the result"] if NUMBERS.search(result or "") else [])


def format_docstring(app, what, name, obj, options, lines):
    if not any(lines) and not name.rpartition(".")[2].startswith("__"):
        LOG.warning("%s has no docstring", name)
    numbers = numbers_of(name.replace("mujoco.Plugin.", "mujoco.MujocoPlugin."), what)
    if numbers and not tells_unit(" ".join(lines)):
        LOG.warning("%s has numbers without a unit: %s", name, ", ".join(numbers))
    own = name.rpartition(".")[2] + ": "
    if what == "property" and lines and lines[0].startswith(own):
        lines[0] = lines[0][len(own):]
        lines[:] = [marked_up(line.strip()) for line in lines]
    else:
        lines[:] = as_lists(lines)


def require_all_names(app, env):
    """Each public name of the package is on a page."""
    shown = set(env.get_domain("py").objects)
    for name in importlib.import_module("condyle").__all__:
        if f"condyle.{name}" not in shown and name not in ("lab", "mujoco", "study"):
            LOG.warning("condyle.%s is on no page of docs/site/py", name)


def setup(app):
    app.setup_extension("sphinx.ext.autodoc")
    app.add_autodocumenter(ClassInOrder, override=True)
    app.add_autodocumenter(TypedProperty, override=True)
    app.connect("env-check-consistency", require_all_names)
    app.connect("autodoc-process-signature", use_stub)
    app.connect("autodoc-process-docstring", format_docstring)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
