"""Studies as users run them: only missing samples run; rows of failures, one client, clear errors."""

import contextlib
import fcntl
import json
import pathlib
import sqlite3

import numpy as np
import pytest

import condyle
from study_support import BALL_IN_PLATE, STUDY, require_worlds, results, study, write

for library in ("scipy", "pandas", "distributed"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()

from condyle.study import engines, storage, study_file, table  # noqa: E402
from condyle.study.command import main  # noqa: E402


@pytest.fixture
def call(capsys):
    """Calls the command in this process: exit status, output and errors."""

    def call_here(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call_here


@pytest.fixture
def run(call, tmp_path):
    """Runs a study in this process and returns what it prints."""

    def run_here(*options, content=STUDY, out="out"):
        status, said, errors = call(write(tmp_path, content), "--out", tmp_path / out, "--workers", 0, *options)
        assert status == 0, errors
        return said

    return run_here


def test_rows_equal_runs_of_their_scenes(run, tmp_path):
    run()
    row = condyle.study.load(tmp_path / "out").iloc[7]
    content = json.loads(json.dumps(BALL_IN_PLATE))
    for body in content["bodies"]:
        body["meshes"][0]["layer"]["elastic_modulus"] = row["modulus"]
    content["bodies"][1]["position"][2] += row["height"]
    alone = condyle.Scene.from_dict(content).simulate()
    assert row["peak"] == alone["plate_ball.peak_pressure"].max() and row["force"] == alone["plate_ball.force"][-1]


def test_running_again_computes_what_is_missing(run, tmp_path):
    few = study(design={"kind": "sobol", "samples": 8, "seed": 1})
    more = study(design={"kind": "sobol", "samples": 32, "seed": 1})
    run(content=few)
    assert "nothing to compute" in run(content=few)
    assert "24 samples computed" in run(content=more)
    run(content=more, out="at_once")
    assert results(tmp_path / "out") == results(tmp_path / "at_once")
    assert "nothing to compute" in run(content=few)
    assert len(results(tmp_path / "out")) == 8


def test_equal_samples_are_computed_once(run, tmp_path):
    content = study(design={"kind": "latin_hypercube", "samples": 12},
                    parameters=[{**STUDY["parameters"][1], "uniform": None}])
    del content["parameters"][0]["uniform"]
    content["parameters"][0]["discrete"] = {"values": [-3e-4, -1e-4]}
    assert "2 samples computed" in run(content=content)
    assert len(results(tmp_path / "out")) == 12


def test_a_failing_sample_is_a_row_with_its_reason(run, tmp_path):
    content = study(parameters=[{"name": "thickness", "path": "bodies/plate/meshes/top/layer/thickness",
                                 "discrete": {"values": [0.003, -1, "thick"]}}],
                    design={"kind": "full_factorial", "levels": 1})
    content["scene"] = json.loads(json.dumps(BALL_IN_PLATE))
    content["scene"]["bodies"][1]["position"][2] -= 1e-4
    said = run(content=content)
    assert "3 samples computed" in said and "2 failed (one: " in said and "thickness" in said
    frame = condyle.study.load(tmp_path / "out")
    assert frame["status"].tolist() == ["done", "failed", "failed"]
    assert "thickness" in frame["error"][1] and "-1" in frame["error"][1] and "thickness" in frame["error"][2]
    assert frame["peak"][0] > 0 and np.isnan(frame["peak"][1])
    assert "nothing to compute" in run(content=content)


def test_parts_for_arrays_of_jobs_add_up(run, tmp_path):
    for part in ("1/3", "2/3", "3/3"):
        run("--part", part)
    assert "nothing to compute" in run()
    run(out="whole")
    assert results(tmp_path / "out") == results(tmp_path / "whole")


def test_a_part_of_another_study_is_refused(run, call, tmp_path):
    run("--part", "1/2", content=study(outcomes=STUDY["outcomes"][:1]))
    status, _, errors = call(write(tmp_path, STUDY), "--out", tmp_path / "out", "--workers", "0")
    assert status == 2 and "part-1-of-2.sqlite: is of a study with other parameters or outcomes" in errors


def test_files_are_kept_on_request(run, tmp_path):
    content = study(keep=["history", "maps"], design={"kind": "latin_hypercube", "samples": 3})
    run(content=content)
    frame = condyle.study.load(tmp_path / "out")
    for _, row in frame.iterrows():
        folder = tmp_path / "out" / "samples" / row["name"]
        history, maps = np.load(folder / "history.npz"), np.load(folder / "maps.npz")
        assert history["plate_ball.peak_pressure [Pa]"].max() == row["peak"]
        assert history["plate_ball.peak_pressure [Pa]"][-1] == maps["plate_ball"].max()
        assert sorted(file.name for file in folder.iterdir()) == ["history.npz", "maps.npz"]


def test_what_is_kept_is_part_of_a_sample(run, tmp_path):
    few = {"kind": "latin_hypercube", "samples": 3}
    run(content=study(design=few))
    assert "3 samples computed" in run(content=study(design=few, keep=["history"]))
    assert len(list((tmp_path / "out" / "samples").iterdir())) == 3


def test_a_mesh_that_a_parameter_names_is_part_of_a_sample(tmp_path):
    content = study(parameters=[{"name": "size", "path": "bodies/plate/meshes/top/file",
                                 "discrete": {"values": ["small.obj", "large.obj"]}}])
    top = content["scene"]["bodies"][0]["meshes"][0]
    del top["primitive"]
    top["file"] = "small.obj"
    for name in ("small", "large"):
        (tmp_path / f"{name}.obj").write_text("v 0 0 0\n")
    small, large = {"size": "small.obj"}, {"size": "large.obj"}

    def names():
        read = study_file.read_study(write(tmp_path, content))
        return read.name_of(small), read.name_of(large)

    before = names()
    assert names() == before
    (tmp_path / "large.obj").write_text("v 0 0 0\nv 1 0 0\n")
    after = names()
    assert after[0] == before[0] and after[1] != before[1]


def test_the_compliance_of_a_part_is_part_of_a_study(tmp_path):
    content = study()
    content["scene"]["bodies"][0]["meshes"][0]["compliance"] = "part.compliance"
    file = tmp_path / "part.compliance"

    def identity_with(text):
        file.write_text(text)
        return study_file.read_study(write(tmp_path, content)).identity

    before = identity_with("one")
    assert identity_with("another") != before and identity_with("one") == before


def test_a_part_and_a_session_leave_the_results_in_step(run, tmp_path):
    run()
    whole = results(tmp_path / "out")
    run("--part", "1/2", content=study(design={"kind": "latin_hypercube", "samples": 4}))
    assert results(tmp_path / "out") == whole
    few = write(tmp_path, study(design={"kind": "sobol", "samples": 8}))
    with condyle.study.open(few, tmp_path / "out", workers=0):
        pass
    assert len(results(tmp_path / "out")) == 8


def test_a_part_that_was_killed_before_it_began_is_passed_over(run, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "part-1-of-2.sqlite").touch()
    assert "40 samples computed" in run()


def test_worst_cases_of_like_names_do_not_meet(run, tmp_path):
    few = {"kind": "latin_hypercube", "samples": 4}
    outcomes = [{**STUDY["outcomes"][0], "name": name} for name in ("a b", "a_b")]
    run(content=study(design=few, outcomes=outcomes))
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    condyle.study.report(tmp_path / "out")
    assert len(list((tmp_path / "out" / "worst").iterdir())) == 6


def test_a_second_client_is_refused(run, call, tmp_path):
    run()
    with open(tmp_path / "out" / "results.lock", "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        status, _, errors = call(tmp_path / "study.json", "--out", tmp_path / "out", "--workers", "0")
    assert status == 2 and "another study is writing to this folder" in errors and "give --out another folder" in errors
    assert "nothing to compute" in run()


def test_the_folder_of_another_study_is_refused(run, call, tmp_path):
    run()
    before = (tmp_path / "out" / "study.json").read_text()
    write(tmp_path, study(outcomes=STUDY["outcomes"][:1]))
    status, _, errors = call(tmp_path / "study.json", "--out", tmp_path / "out", "--workers", "0")
    assert status == 2 and "of a study with other parameters or outcomes (modulus, height, peak, force)" in errors
    assert (tmp_path / "out" / "study.json").read_text() == before


@pytest.mark.parametrize("arguments, said", [
    (["none.json", "--out", "out"], "none.json"), (["study.json", "--out", "study.json"], "the folder cannot be created"),
    (["study.json", "--out", "out", "--workers", "-1"], "--workers must be 0 or more"),
    (["study.json", "--out", "out", "--part", "4/3"], "--part 4/3: give a number and how many"),
    (["study.json", "--out", "out", "--scheduler", "tcp://127.0.0.1:9"], "--scheduler tcp://127.0.0.1:9"),
    (["report", "nowhere"], "nowhere: has no results of a whole study")])
def test_bad_arguments(arguments, said, call, tmp_path, monkeypatch):
    write(tmp_path, STUDY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "PATIENCE", "1s")
    status, _, errors = call(*arguments)
    assert status == 2 and said in errors


def test_any_names_do(run, tmp_path):
    names = ['height "of" x; DROP TABLE samples', "größe %s"]
    parameters = [{**parameter, "name": name} for parameter, name in zip(STUDY["parameters"], names)]
    run(content=study(parameters=parameters, outcomes=[{**STUDY["outcomes"][0], "name": "p'"}]))
    frame = condyle.study.load(tmp_path / "out")
    assert list(frame.columns) == ["name", *names, "p'", "status", "error", "cost"] and (frame["p'"] > 0).all()


def test_names_that_clash_are_refused(call, tmp_path):
    content = study(outcomes=[{**STUDY["outcomes"][0], "name": "Height"}])
    status, _, errors = call(write(tmp_path, content), "--out", tmp_path / "out", "--workers", "0")
    assert status == 2 and "need names that differ" in errors


def test_the_view_of_results_is_for_any_program_of_sqlite(run, tmp_path):
    run()
    with sqlite3.connect(tmp_path / "out" / "results.sqlite") as database:
        rows = database.execute("SELECT number, modulus, peak FROM results").fetchall()
    frame = condyle.study.load(tmp_path / "out")
    assert [row[2] for row in rows] == frame["peak"].tolist()


# What happens to files.


def refused(call, tmp_path):
    status, _, errors = call(tmp_path / "study.json", "--out", tmp_path / "out", "--workers", "0")
    assert status == 2, errors
    return errors


def test_a_table_that_another_program_holds(run, call, tmp_path, monkeypatch):
    run()
    monkeypatch.setattr(table, "PATIENCE", 0.1)
    file = tmp_path / "out" / "results.sqlite"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert f"{file}: database is locked; another program has it open; close that" in refused(call, tmp_path)
        with pytest.raises(condyle.InputError, match="database is locked"):
            condyle.study.load(tmp_path / "out")
    assert "nothing to compute" in run()


def test_a_table_that_is_none(run, call, tmp_path):
    run()
    file = tmp_path / "out" / "results.sqlite"
    whole = file.read_bytes()
    for content, words in ((b"no database, but long enough to be one" * 100, "file is not a database; move it away"),
                           (whole[:5000] + b"\xff" * 8000, "move it away")):
        file.write_bytes(content)
        assert f"{file}: " in refused(call, tmp_path) and words in refused(call, tmp_path)
    file.write_bytes(b"")
    with pytest.raises(condyle.InputError, match="results.sqlite: no such table: .*; it has no results"):
        condyle.study.load(tmp_path / "out")
    (tmp_path / "out" / "part-1-of-2.sqlite").write_bytes(b"no database" * 100)
    assert "part-1-of-2.sqlite: file is not a database" in refused(call, tmp_path)


@pytest.mark.parametrize("limit, words", [
    ("max_page_count = 8", "database or disk is full; make room on the disk and run the study again"),
    ("query_only = 1", "attempt to write a readonly database; allow writing to it and to its folder")])
def test_a_disk_that_takes_no_more(run, call, tmp_path, limit, words):
    """Limits of SQLite stand in for a full disk."""
    few = write(tmp_path, study(design={"kind": "sobol", "samples": 4}))
    with condyle.study.open(few, tmp_path / "out", workers=0) as session:
        session.table._database.execute("PRAGMA " + limit)
        with pytest.raises(condyle.InputError) as error:
            session.evaluate([{"height": -1e-4 - 1e-7 * i} for i in range(500)])
        assert f"{tmp_path / 'out' / 'results.sqlite'}: {words}" in str(error.value)
        session.table._database.execute("PRAGMA query_only = 0")
        session.table._database.execute("PRAGMA max_page_count = 1000000")
        assert len(session.evaluate([{"height": -2e-4}])) == 1  # the failed transaction has ended


@pytest.mark.parametrize("name", ["results.lock", "results.sqlite", "study.json"])
def test_files_that_cannot_be_written(run, call, tmp_path, name):
    """A folder is in their way, which even the superuser cannot write as a file."""
    write(tmp_path, STUDY)
    (tmp_path / "out" / name / "in the way").mkdir(parents=True)
    errors = refused(call, tmp_path)
    assert str(tmp_path / "out") in errors and name in errors and "allow writing to it and to its folder" in errors


def test_a_full_disk_for_other_files(tmp_path):
    with pytest.raises(condyle.InputError, match="/dev/full: No space left on device; make room on the disk"):
        with storage.file_errors(pathlib.Path("/dev/full")), open("/dev/full", "w", encoding="ascii") as full:
            full.write("x")
            full.flush()
