"""What the extension modules link: no window, and nothing of the command line."""

import pathlib
import re
import subprocess

import pytest

from conftest import compiled_modules

OF_WINDOWS = r"lib(glfw|GL|EGL|OpenGL|epoxy|X11|wayland|imgui|stb)\b"
# In names of symbols, of which libraries of headers or static ones leave nothing else.
IN_SYMBOLS = rb"_ZN?K?(3CLI|5ImGui)|glfw[A-Z]|epoxy_gl"


@pytest.mark.parametrize("module", compiled_modules(), ids=lambda module: module.__name__)
def test_links_no_window(module):
    libraries = subprocess.run(["ldd", module.__file__], capture_output=True, text=True, check=True).stdout
    assert "libc.so" in libraries
    assert re.findall(OF_WINDOWS, libraries) == []
    code = pathlib.Path(module.__file__).read_bytes()
    assert set(re.findall(IN_SYMBOLS, code)) == set()
