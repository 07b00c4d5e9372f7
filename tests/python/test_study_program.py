"""The program hands `condyle study` over to Python: arguments, exit status, and messages where Python is missing."""

import os
import subprocess

import pytest

import condyle
from study_support import FEW, require_worlds, results, study, write

for library in ("scipy", "pandas"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()


def call(program, *arguments, **environment):
    return subprocess.run([program, "study", *map(str, arguments)], env={**os.environ, **environment}, timeout=300,
                          capture_output=True, text=True)


def test_the_program_gives_the_table_of_the_package(program, tmp_path):
    file = write(tmp_path, study(design=FEW))
    said = call(program, file, "--out", tmp_path / "program", "--workers", 0)
    assert said.returncode == 0, said.stderr
    condyle.study.run(file, tmp_path / "package", workers=0)
    assert results(tmp_path / "program") == results(tmp_path / "package")
    assert call(program, "report", tmp_path / "program").returncode == 0
    assert (tmp_path / "program" / "report.html").stat().st_size > 10_000


def test_errors_keep_their_words_and_status(program, tmp_path):
    said = call(program, tmp_path / "none.json", "--out", tmp_path / "out")
    assert said.returncode == 2 and "none.json" in said.stderr
    assert "--scheduler" in call(program, "--help").stdout


def test_an_interpreter_that_is_not_there_or_lacks_the_package_is_named(program, tmp_path):
    said = call(program, "--help", CONDYLE_PYTHON=tmp_path / "python4")
    assert said.returncode == 2
    assert f"{tmp_path}/python4 cannot be started (No such file or directory)" in said.stderr
    bare = tmp_path / "bare"
    bare.write_text('#!/bin/sh\nexec /usr/bin/python3 -I "$@"\n')  # -I leaves PYTHONPATH out
    bare.chmod(0o755)
    said = call(program, "--help", CONDYLE_PYTHON=bare)
    assert said.returncode == 2 and said.stderr.count("\n") == 1
    assert "study needs the Python package condyle" in said.stderr
