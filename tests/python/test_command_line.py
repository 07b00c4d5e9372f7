"""python -m condyle: what it prints and writes is what the package computes, and errors have their exit codes."""

import csv

import pytest

import condyle
from condyle import command_line

SHORT = ["--seconds", "0.02", "--quiet"]


@pytest.fixture
def worlds():
    try:
        condyle.Scene.load("hip")
    except condyle.InputError as error:
        pytest.skip(str(error))


def lines_of(capsys, *arguments, code=0):
    assert command_line.main(arguments) == code
    return capsys.readouterr().out.splitlines()


def test_knows_its_figures(capsys):
    title, worlds, mujoco, pictures, *cases = lines_of(capsys, "test")
    assert title.startswith(f"condyle {condyle.__version__} ")
    assert worlds in ("worlds: yes", "worlds: not built") and mujoco.startswith("MuJoCo: ")
    assert cases and all(case.endswith(": good") for case in cases)


def test_a_wrong_figure_is_an_error(capsys, monkeypatch):
    monkeypatch.setattr(command_line, "_ball_on_plate", lambda: (1.02, 1.0))
    assert "ball pressed into layers: 1.02 N, expected 1 N: WRONG" in lines_of(capsys, "test", code=1)


def test_a_part_that_does_not_load_is_an_error(capsys, monkeypatch):
    states = {"_world": "no, undefined symbol: f", "_mujoco": "not built", "_picture": "no, libX11.so.6 is missing"}
    monkeypatch.setattr(command_line, "_state", states.get)
    assert "worlds: no, undefined symbol: f" in lines_of(capsys, "test", code=1)
    states["_world"] = "not built"
    assert lines_of(capsys, "test")[3] == "pictures: no, libX11.so.6 is missing"


def test_lists_the_shipped_scenes(worlds, capsys):
    assert f"{'hip':20} {condyle.Scene.load('hip').name}" in lines_of(capsys, "scenes")


def test_simulates(worlds, capsys, tmp_path):
    head, *rows = lines_of(capsys, "simulate", "hip", *SHORT, "--csv", str(tmp_path / "hip.csv"))
    run = condyle.Scene.load("hip").simulate(0.02)
    assert head.split() == ["figure", "unit", "at", "the", "end", "largest"]
    assert rows[0].split() == ["socket_head.force", "N", *(f"{v:.6g}" for v in (run["socket_head.force"][-1],
                                                                             run["socket_head.force"].max()))]
    with (tmp_path / "hip.csv").open() as file:
        table = list(csv.DictReader(file))
    assert [float(row["socket_head.force [N]"]) for row in table] == list(run["socket_head.force"])
    assert [float(row["time [s]"]) for row in table] == list(run.times)


def test_prints_what_is_asked_for(worlds, capsys):
    assert [row.split()[0] for row in lines_of(capsys, "simulate", "hip", *SHORT, "--figures", "*.force_?")][1:4] == [
        "socket_head.force_x", "socket_head.force_y", "socket_head.force_z"]


def test_checks(worlds, capsys):
    assert lines_of(capsys, "check", "hip") == ["hip: no findings"]


def test_runs_a_test_of_the_laboratory(worlds, capsys):
    rows = lines_of(capsys, "lab", "hip", "contact")
    table = next(iter(condyle.lab.contact(condyle.Scene.load("hip")).tables.values()))
    assert rows[0] == table.title and rows[1].split("\t") == table.columns
    assert float(rows[2].split("\t")[1]) == pytest.approx(table.rows[0][1], rel=1e-5)


@pytest.mark.parametrize("arguments, message", [
    (["simulate", "hop"], "did you mean 'hip'?"),
    (["simulate", "hip", *SHORT, "--figures", "*.colour"], "--figures: no column matches"),
    (["simulate", "hip", *SHORT, "--csv", "no/such/folder.csv"], "no/such/folder.csv"),
    (["study", "missing.json", "--out", "nowhere"], "missing.json")])
def test_unusable_input_is_named(worlds, capsys, arguments, message):
    assert command_line.main(arguments) == command_line.BAD_INPUT
    assert message in capsys.readouterr().err


def test_a_run_is_kept_whatever_is_printed_of_it(worlds, capsys, tmp_path):
    file = tmp_path / "run.csv"
    arguments = ["simulate", "hip", *SHORT, "--csv", str(file), "--figures", "*.colour"]
    assert command_line.main(arguments) == command_line.BAD_INPUT
    assert file.read_text().startswith("time [s],")
    lonely = tmp_path / "lonely.json"
    lonely.write_text('{"condyle_scene": 1, "bodies": [{"name": "ball", "kind": "fixed", "meshes": []}]}')
    assert command_line.main(["simulate", str(lonely), *SHORT]) == 0  # no figure is usual there


def test_help_and_version(capsys):
    for option, text in [("--help", "SCENE is a file, or the name of a shipped scene"),
                         ("--version", f"condyle {condyle.__version__}")]:
        with pytest.raises(SystemExit, match="0"):
            command_line.main([option])
        assert text in capsys.readouterr().out
