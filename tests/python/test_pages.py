"""The Python on the pages runs, and each command on a page has the options that the page gives it."""

import pathlib
import re
import subprocess

import numpy as np
import pytest

import condyle
from osim_support import rocker  # noqa: F401
from study_support import FEW, finished, command, study, write

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "examples" / "README.md"]


def blocks_of(page, language="py"):
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)


def run(block, page, **names):
    """Runs a block whose `..` stands for what a reader fills in."""
    exec(compile(block.replace("[..]", "[next(iter(found.units))]"), page, "exec"), names)
    return names


@pytest.fixture
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_pairs(in_folder):
    condyle.make_box([0.04, 0.04, 0.02], [20, 20, 10]).write("insert.stl", "mm")
    X_CT = np.eye(4)
    X_CT[2, 3] = 0.01 + 0.03 - 3e-5
    names = run(blocks_of("python.md")[0], "python.md", condyle=condyle, X_CT=X_CT, V_TC_C=np.zeros(6))
    assert names["result"].total.max_pressure > 1e5


def test_scenes(in_folder, program):
    pytest.importorskip("xarray", reason="xarray is not installed")
    block = blocks_of("python.md")[1]
    assert "simulate(seconds=1, rate=240, progress=True)" in block
    names = run(block.replace("seconds=1, ", "seconds=0.1, "), "python.md", condyle=condyle)
    assert names["run"]["insert_femoral.peak_pressure"][-1] > 1e6
    assert names["run"].units["insert_femoral.peak_pressure"] == "Pa"


# What the page's model calls the parts of the one here.
AS_ON_THE_PAGE = {'"rest"': '"knee_contact"', '"knee"': '"knee_r"', '"front"': '"pCAP1"', "plate": "tibia_implant",
                  "/jointset/knee/": "/jointset/knee_r/", "/bodyset/shank": "/bodyset/patella_r",
                  '"shank"': '"patella_r"'}


def test_opensim(in_folder, rocker):  # noqa: F811
    pytest.importorskip("xarray", reason="xarray is not installed")
    pytest.importorskip("pandas", reason="pandas is not installed")
    model = rocker.read_text()
    rows = [f"{0.01 * i}" + f"\t{0.01 * i}" + "\t0" * 4 + "\t0.0298" for i in range(5)]
    motion = "\n".join(["press", "nRows=5", "nColumns=7", "inDegrees=no", "endheader", "\t".join(
        ["time", *(f"/jointset/knee/{name}/value" for name in ("bend", "tilt", "turn", "tx", "ty", "tz"))]), *rows, ""])
    for ours, name in AS_ON_THE_PAGE.items():
        model, motion = model.replace(ours, name), motion.replace(ours, name)
    (in_folder / "DM.osim").write_text(model)
    (in_folder / "states.sto").write_text(motion)
    (in_folder / "Geometry").mkdir()
    for mesh, name in (("plate", "tibia_implant"), ("ball", "ball")):
        (in_folder / f"{mesh}.obj").rename(in_folder / "Geometry" / f"{name}.obj")
    first, second = blocks_of("python.md")[2:]
    assert "simulate(seconds=4, rate=240)" in first
    names = run(first.replace("seconds=4, ", "seconds=0.02, "), "python.md", condyle=condyle)
    assert names["found"]["knee_contact.casting.total.max_pressure"].max() > 0
    assert names["maps"].casting.pressure.shape[0] == len(names["found"].times)
    names = run(second, "python.md", model=names["model"])
    assert condyle.read_osim("new.osim").ligament("pCAP1")["slack_length"] == 0.065


def test_studies(in_folder):
    for library in ("distributed", "matplotlib", "pandas", "scipy"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    analysis, loop = blocks_of("studies.md")
    file = write(in_folder, study(design={"kind": "saltelli", "samples": 8, "seed": 1}))
    assert finished(command(file, "--out", "out/knee", "--workers", "0"))[0] == 0
    assert len(run(analysis, "studies.md")["frame"]) > 8
    assert pathlib.Path("out/knee/report.html").exists()
    write(in_folder, study(design=FEW))
    assert "workers=2" in loop and '"varus": 1.5' in loop
    loop = loop.replace("workers=2", "workers=0").replace('"varus": 1.5', '"height": -1e-4').replace(
        '"varus": -1.5', '"height": -2e-4')
    seen = []
    run(loop, "studies.md", condyle=condyle, my_test=lambda scene: seen.append(scene.name))
    assert len(seen) == 4 + 1


def commands_on(page):
    """Commands `condyle NAME` on a page, with their options, in blocks and in the text."""
    text = re.sub(r"\\\n", " ", page.read_text())
    for code in re.findall(r"`(condyle [^`]+)`", text) + re.findall(r"^\s*(condyle .+)$", text, re.MULTILINE):
        words = code.split("#")[0].split()
        name = " ".join(words[1:3]) if words[1] == "lab" else words[1]
        yield name, re.findall(r"(?<!\S)--[a-z][a-z-]*", " ".join(words[2:])), code


def test_commands_have_the_options_that_pages_give_them(program):
    known, wrong, seen = {}, [], 0
    for page in PAGES:
        for name, options, code in commands_on(page):
            if not re.fullmatch("lab [a-z]+|[a-z]+", name):
                continue
            if name not in known:
                shown = subprocess.run([program, *name.split(), "--help"], capture_output=True, text=True)
                known[name] = set(re.findall(r"--[a-z][a-z-]*", shown.stdout)) if shown.returncode == 0 else None
            if known[name] is None:
                wrong.append(f"{page.name}: {code}: there is no command {name}")
                continue
            seen += 1
            wrong += [f"{page.name}: {code}: {option}" for option in options if option not in known[name]]
    assert wrong == [] and seen > 100
