"""A wheel of the package, of this very build, in an environment of its own: worlds run without the build's folder."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import condyle

SOURCE = pathlib.Path(os.environ.get("CONDYLE_SOURCE_DIR", "."))
BUILD = pathlib.Path(condyle.__file__).resolve().parents[2]
for library in ("pip", "wheel"):
    pytest.importorskip(library, reason="python3-pip or python3-wheel is not installed")

# What a user does first with worlds, and with each part that needs the package's own files.
USE = """
import pathlib, sys
import condyle, condyle.study
home = pathlib.Path(sys.prefix).resolve()
knee = condyle.Scene.load("knee_replacement")
assert home in pathlib.Path(condyle.__file__).resolve().parents, condyle.__file__
assert home in knee.file.resolve().parents, knee.file
run = knee.simulate(0.02)
print(float(run["insert_femoral.force"][-1]).hex())
assert condyle.OsimModel and condyle.analyze and condyle.joint
"""


def run(*command, **settings):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, **settings).stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The interpreter of an environment with the system's packages, into which the package is installed by pip."""
    if not (BUILD / "python" / "cmake_install.cmake").exists():
        pytest.skip("this package is not in its build folder")
    folder = tmp_path_factory.mktemp("pip")
    (folder / "source").mkdir()  # pip may write here
    shutil.copy(SOURCE / "CMakeLists.txt", folder / "source")
    shutil.copytree(SOURCE / "python", folder / "source" / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    # Pip is one of the system's packages; another copy would take seconds.
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", folder / "env")
    python = folder / "env" / "bin" / "python3"
    run(python, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "--no-compile",
        folder / "source" / "python", env={**outside(), "CONDYLE_BUILD": str(BUILD)})
    shutil.rmtree(folder / "source")
    return python


def outside():
    """The environment without the package of the build."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_worlds_run_in_a_fresh_environment(program, python, tmp_path):
    force = run(python, "-c", USE, cwd=tmp_path, env=outside())
    own = condyle.Scene.load("knee_replacement").simulate(0.02)
    assert float.fromhex(force) == own["insert_femoral.force"][-1]


def test_pip_removes_all_of_it(program, python):
    home = pathlib.Path(run(python, "-c", "import condyle; print(condyle.__file__)", env=outside()).strip()).parent
    run(python, "-m", "pip", "uninstall", "-y", "condyle", env=outside())
    assert not [file for file in home.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
