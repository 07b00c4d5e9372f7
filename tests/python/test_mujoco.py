"""Condyle in a MuJoCo model, from Python: beside MuJoCo's own bindings, and by addresses alone."""

import ctypes
import pathlib
import re
import types

import numpy as np
import pytest

import condyle

_mujoco = pytest.importorskip("condyle._mujoco", reason="built without MuJoCo")

WEIGHT = 0.4 * 9.81
MODEL = """<mujoco>
  <option cone="elliptic" timestep="0.002"/>
  <size nconmax="600" njmax="2500"/>
  <custom>
    <text name="condyle.layer.pad" data="elastic_modulus=5e5 poissons_ratio=0.45 thickness=0.01 longest_edge=0.003"/>
    <text name="condyle.layer.ball" data="elastic_modulus=1e9 poissons_ratio=0.3 thickness=0.01"/>
    <text name="condyle.pair.rest" data="casting=pad target=ball dissipation=2 lumped=0 static_coefficient=0.3 dynamic_coefficient=0.3"/>
    <text name="condyle.sensor.skin" data="measures=taxels geom=pad site=skin rows=6 columns=8"/>
  </custom>
  <worldbody>
    <geom name="pad" type="box" size="0.04 0.03 0.01" pos="0 0 -0.01"/>
    <site name="skin" type="box" size="0.04 0.03 0.001"/>
    <body name="ball" pos="0.013 -0.009 0.0299"><freejoint/><geom name="ball" size="0.03" mass="0.4"/></body>
  </worldbody>
  <sensor><user name="skin" objtype="geom" objname="pad" datatype="real" needstage="acc" dim="48"/></sensor>
</mujoco>"""


def library():
    """MuJoCo's library with which this package was built, which importing it has loaded."""
    lines = pathlib.Path("/proc/self/maps").read_text().splitlines()
    files = {line.split(maxsplit=5)[5] for line in lines if "/libmujoco" in line}
    assert len(files) == 1
    mujoco = ctypes.CDLL(files.pop())
    mujoco.mj_loadXML.restype = mujoco.mj_makeData.restype = ctypes.c_void_p
    return mujoco


def by_addresses(file):
    """The model and its data as addresses, with functions that step and free them."""
    mujoco = library()
    error = ctypes.create_string_buffer(1000)
    model = mujoco.mj_loadXML(str(file).encode(), None, error, 1000)
    assert model, error.value
    data = mujoco.mj_makeData(ctypes.c_void_p(model))

    def free():
        mujoco.mj_deleteData(ctypes.c_void_p(data))
        mujoco.mj_deleteModel(ctypes.c_void_p(model))

    return model, data, lambda: mujoco.mj_step(ctypes.c_void_p(model), ctypes.c_void_p(data)), free


def by_bindings(file):
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo's Python bindings are not installed")
    if mujoco.mj_version() != _mujoco._version:
        pytest.skip("MuJoCo's Python bindings are of another version than the one that this was built with")
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    return model, data, lambda: mujoco.mj_step(model, data), lambda: None


@pytest.fixture(params=[by_addresses, by_bindings])
def trial(request, tmp_path):
    file = tmp_path / "model.xml"
    file.write_text(MODEL)
    model, data, step, free = request.param(file)
    yield types.SimpleNamespace(model=model, data=data, step=step)
    free()


def plugin_of(trial):
    plugin = condyle.mujoco.Plugin(trial.model, trial.data)
    plugin.add_from_model()
    return plugin


def test_a_pair_shows_its_force_and_its_map(trial):
    plugin = plugin_of(trial)
    plugin.step(400)
    (pair,) = plugin.pairs
    assert (pair.casting, pair.target) == ("pad", "ball")
    np.testing.assert_allclose(pair.force, [0, 0, -WEIGHT], atol=1e-3 * WEIGHT)  # it still rolls a little
    # The pressure over the triangles, at their places, is the force and its centre.
    corners = pair.vertices[pair.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    np.testing.assert_allclose(-(pair.pressure @ normals)[2], -WEIGHT, rtol=6e-3)
    areas = np.linalg.norm(normals, axis=1)
    centre = (pair.pressure * areas) @ corners.mean(axis=1) / (pair.pressure @ areas)
    np.testing.assert_allclose(centre, [0.013, -0.009, 0], atol=1e-3)
    assert pair.total.max_pressure == pair.pressure.max()
    assert pair.proximity.max() > 0 and pair.target_pressure.max() > 0
    assert plugin.residual < 1e-5
    plugin.step()
    with pytest.raises(condyle.InputError, match="earlier substep"):
        pair.pressure


def test_taxels_are_rows_and_columns_of_pressure(trial):
    plugin = plugin_of(trial)
    plugin.step(400)
    skin = plugin.readings("skin")
    assert skin.shape == (6, 8)
    assert skin.sum() * 1e-4 == pytest.approx(WEIGHT, rel=6e-3)  # along the ball's normals
    assert np.unravel_index(skin.argmax(), skin.shape) == (2, 5)
    for name, measures, size in (("push", "force", 3), ("peak", "peak_pressure", 1)):
        plugin.add_sensor(name, measures, "ball", against="pad")
        plugin.step()
        assert plugin.readings(name).shape == (size,)
    assert plugin.readings("push")[2] == pytest.approx(WEIGHT, rel=1e-3)


def test_mj_step_fills_sensors_and_update_reports(trial):
    plugin = plugin_of(trial)
    for _ in range(400):
        trial.step()
    plugin.update()
    assert plugin.readings("skin").sum() * 1e-4 == pytest.approx(WEIGHT, rel=6e-3)  # along the ball's normals
    assert plugin.pairs[0].force[2] == pytest.approx(-WEIGHT, rel=1e-3)


def test_layers_and_contact_from_python(tmp_path):
    file = tmp_path / "plain.xml"
    file.write_text("\n".join(line for line in MODEL.splitlines() if "condyle" not in line))
    model, data, _, free = by_addresses(file)
    plugin = condyle.mujoco.Plugin(ctypes.c_void_p(model), data)
    plugin.add_layer("pad", condyle.Layer(5e5, 0.45, 0.01))
    with pytest.raises(condyle.InputError, match="geom 'ball' has no layer"):
        plugin.set_contact("pad", "ball")
    plugin.add_layer("ball", condyle.Layer(1e9, 0.3, 0.01))
    plugin.set_default_contact(friction=condyle.Friction(0.2))
    plugin.set_contact("ball", "pad", law="nonlinear")
    plugin.step(400)
    assert plugin.pairs[0].casting == "ball"
    assert plugin.pairs[0].force[2] == pytest.approx(WEIGHT, rel=1e-3)
    with pytest.raises(condyle.InputError, match="no geom 'cup'"):
        plugin.add_layer("cup", condyle.Layer(1e9, 0.3, 0.01))
    with pytest.raises(condyle.InputError, match="measures"):
        plugin.add_sensor("warmth", "heat", "ball")
    del plugin
    free()


def blocks_of_page(language):
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "mujoco.md"
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.S)


def test_the_page_s_example_runs(tmp_path, monkeypatch, capsys):
    """Where MuJoCo's bindings are absent, the lines that use them are replaced by addresses."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.xml").write_text(blocks_of_page("xml")[0])
    (block,) = blocks_of_page("python")
    known = {}
    try:
        import mujoco  # noqa: F401
    except ImportError:
        own = [line for line in block.splitlines() if re.search(r"\bmujoco\.Mj|^import mujoco", line)]
        assert len(own) == 3
        known["model"], known["data"], _, free = by_addresses(tmp_path / "model.xml")
        block = "\n".join(line for line in block.splitlines() if line not in own)
    exec(block, known)
    printed = capsys.readouterr().out
    assert float(re.search(r"force ([\d.]+) N", printed)[1]) == pytest.approx(0.35 * 9.81, abs=1e-3)
    assert known["plugin"].readings("skin").shape == (4, 4)
    if "mujoco" not in known:
        del known["plugin"], known["pair"]
        free()


def test_what_is_no_model_is_refused():
    with pytest.raises(TypeError, match="the model"):
        condyle.mujoco.Plugin("robot.xml", 0)
    with pytest.raises(condyle.InputError, match="address"):
        condyle.mujoco.Plugin(0, 0)
