"""Builds the extension modules with CMake, as the rest of the repository."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


def version():
    text = (REPOSITORY / "CMakeLists.txt").read_text()
    return re.search(r"project\(condyle VERSION ([0-9.]+)", text).group(1)


def installed_below(build):
    """The folder below the prefix into which a build installs the package."""
    text = (pathlib.Path(build) / "CMakeCache.txt").read_text()
    return re.search(r"^CONDYLE_PYTHON_INSTALL_DIR:\w+=(.*)$", text, re.MULTILINE).group(1)


class BuildWithCMake(build_ext):
    """$CONDYLE_CMAKE_ARGS: options for CMake, such as -DCONDYLE_PLUGIN=OFF if there is no Bullet. $CONDYLE_BUILD: a
    folder in which condyle_python is already built for this Python."""

    def run(self):
        ready = os.environ.get("CONDYLE_BUILD")
        build = ready or str(pathlib.Path(self.build_temp).resolve())
        if not ready:
            self.build(build)
        with tempfile.TemporaryDirectory() as staged:
            self.cmake("--install", build, "--prefix", staged, "--component", "python")
            shutil.copytree(pathlib.Path(staged) / installed_below(build), self.build_lib, dirs_exist_ok=True)

    def build(self, build):
        options = ["CMAKE_BUILD_TYPE=Release", "CONDYLE_PYTHON=ON", "CONDYLE_TESTS=OFF",
                   "CONDYLE_EXAMPLES=OFF", "CONDYLE_PLUGIN_FLOAT=OFF", f"Python3_EXECUTABLE={sys.executable}"]
        self.cmake("-S", str(REPOSITORY), "-B", build, "-G", "Ninja", *(f"-D{o}" for o in options),
                   *shlex.split(os.environ.get("CONDYLE_CMAKE_ARGS", "")))
        self.cmake("--build", build, "--target", "condyle_python")

    @staticmethod
    def cmake(*arguments):
        subprocess.run(["cmake", *arguments], check=True)


setup(version=version(), ext_modules=[Extension("condyle._core", [])],
      cmdclass={"build_ext": BuildWithCMake})
