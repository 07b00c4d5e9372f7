"""Wheels of the package, of this very build, in environments of their own: one with the system's libraries, one that
carries its own. Worlds run without the build's folder."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import numpy as np
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
def wheel(tmp_path_factory):
    """The wheel that pip makes of the build."""
    if not (BUILD / "python" / "cmake_install.cmake").exists():
        pytest.skip("this package is not in its build folder")
    folder = tmp_path_factory.mktemp("pip")
    (folder / "source").mkdir()  # pip may write here
    shutil.copy(SOURCE / "CMakeLists.txt", folder / "source")
    shutil.copytree(SOURCE / "python", folder / "source" / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir",
        folder / "wheel", folder / "source" / "python", env={**outside(), "CONDYLE_BUILD": str(BUILD)})
    shutil.rmtree(folder / "source")
    (file,) = (folder / "wheel").iterdir()
    return file


def environment(folder, wheel, *options):
    """The interpreter of a new environment with the package. Pip is the system's; another copy would take seconds."""
    run(sys.executable, "-m", "venv", "--without-pip", *options, folder)
    python = folder / "bin" / "python3"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--no-compile", wheel,
        env=outside())
    return python


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The interpreter of an environment with the system's packages."""
    return environment(tmp_path_factory.mktemp("with_system") / "env", wheel, "--system-site-packages")


@pytest.fixture(scope="module")
def bundled(wheel, tmp_path_factory):
    """The wheel with its libraries."""
    if not shutil.which("patchelf"):
        pytest.skip("patchelf is not installed")
    folder = tmp_path_factory.mktemp("bundled")
    return pathlib.Path(run(sys.executable, SOURCE / "packaging" / "bundle_wheel", wheel, folder).strip())


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


def test_a_bundled_wheel_needs_only_numpy(program, bundled, tmp_path):
    assert re.fullmatch(rf"condyle-{condyle.__version__}-cp3\d+-cp3\d+-manylinux_2_\d\d_\w+\.whl", bundled.name)
    python = environment(tmp_path / "env", bundled)
    (packages,) = (tmp_path / "env" / "lib").glob("python3*/site-packages")
    (packages / "numpy").symlink_to(pathlib.Path(np.__file__).parent)  # there is no network to get another one
    assert float.fromhex(run(python, "-c", USE, cwd=tmp_path, env=outside())) > 0
    assert "WRONG" not in run(python, "-m", "condyle", "test", cwd=tmp_path, env=outside())
    loaded = run(python, "-c", "import condyle._core, condyle._world, condyle._mujoco, condyle._picture\n"
                               "print(open('/proc/self/maps').read())", cwd=tmp_path, env=outside())
    ours = {pathlib.Path(line.split()[-1]) for line in loaded.splitlines() if ".so" in line}
    assert any(file.parent.name == "condyle.libs" for file in ours)
    names = "|".join(line.split("-")[0] for line in os.listdir(packages / "condyle.libs") if line.startswith("lib"))
    assert [file for file in ours if re.match(rf"({names})[-.]", file.name) and packages not in file.parents] == []


def test_a_bundled_wheel_has_the_licence_of_each_library(bundled):
    with zipfile.ZipFile(bundled) as file:
        names = [pathlib.PurePath(name) for name in file.namelist() if name.startswith("condyle.libs/")]
        licences = [name for name in names if name.parent.name == "licences"]
        assert len(licences) >= 3 and all(file.read(str(name)).strip() for name in licences)
    assert {name.name.split("-")[0].removeprefix("lib") for name in names if ".so" in name.name} >= {"fmt", "tbb"}
