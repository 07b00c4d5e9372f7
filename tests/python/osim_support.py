"""A model of OpenSim that tests share: a shank that ends in a ball, on a plate between strands."""

import numpy as np
import pytest

import condyle

POINT = ('<PathPoint name="p"><socket_parent_frame>{}</socket_parent_frame><location>{}</location></PathPoint>')
STRAND = ('<Blankevoort1991Ligament name="{}"><GeometryPath name="path"><PathPointSet><objects>{}{}</objects>'
          '</PathPointSet></GeometryPath><linear_stiffness>20000</linear_stiffness><slack_length>0.099</slack_length>'
          '</Blankevoort1991Ligament>')
MESH = ('<Smith2018ContactMesh name="{0}"><socket_frame>{1}</socket_frame><mesh_file>{0}.obj</mesh_file>'
        '<elastic_modulus>5e6</elastic_modulus><poissons_ratio>0.45</poissons_ratio><thickness>0.003</thickness>'
        '</Smith2018ContactMesh>')
ROCKER = """<?xml version="1.0"?><OpenSimDocument Version="40000"><Model name="rocker">
<Ground name="ground"/><gravity>0 0 0</gravity>
<BodySet name="bodyset"><objects><Body name="shank"><mass>1</mass><mass_center>0 0 0.1</mass_center>
<inertia>0.003 0.003 0.001 0 0 0</inertia></Body></objects></BodySet>
<JointSet name="jointset"><objects><FreeJoint name="knee"><socket_parent_frame>/ground</socket_parent_frame>
<socket_child_frame>/bodyset/shank</socket_child_frame><coordinates><Coordinate name="bend"/>
<Coordinate name="tilt"/><Coordinate name="turn"/><Coordinate name="tx"/><Coordinate name="ty"/>
<Coordinate name="tz"><default_value>0.0299</default_value></Coordinate></coordinates></FreeJoint></objects></JointSet>
<ForceSet name="forceset"><objects>{}<PointToPointSpring name="spring"/>
<Smith2018ArticularContactForce name="rest"><socket_casting_mesh>/contactgeometryset/plate</socket_casting_mesh>
<socket_target_mesh>/contactgeometryset/ball</socket_target_mesh></Smith2018ArticularContactForce>
</objects></ForceSet><ContactGeometrySet name="contactgeometryset"><objects>{}</objects></ContactGeometrySet>
</Model></OpenSimDocument>"""
PLACES = {"front": ("0.1 0 0.03", "0 0 0"), "back": ("-0.1 0 0.03", "0 0 0"), "left": ("0 0.1 0.03", "0 0 0"),
          "right": ("0 -0.1 0.03", "0 0 0"), "stay 1": ("0.1 0 0.13", "0 0 0.1"), "stay 2": ("-0.1 0 0.13", "0 0 0.1")}


@pytest.fixture
def rocker(program, tmp_path):
    """A shank that ends in a ball, which stands on a plate between strands, and a motion that presses it in."""
    condyle.make_plane_grid(0.08, 0.04, 40, 20).write(tmp_path / "plate.obj", "m")
    condyle.make_icosphere(0.03, 4).write(tmp_path / "ball.obj", "m")
    strands = [STRAND.format(name, POINT.format("/ground", ground), POINT.format("/bodyset/shank", shank))
               for name, (ground, shank) in PLACES.items()]
    meshes = MESH.format("plate", "/ground") + MESH.format("ball", "/bodyset/shank")
    (tmp_path / "rocker.osim").write_text(ROCKER.format("".join(strands), meshes))
    write_motion(tmp_path, 40)
    return tmp_path / "rocker.osim"


def write_motion(folder, frames):
    rows = [f"{0.01 * i}\t{0.1 * np.sin(0.3 * i):.17g}\t{0.0299 - 2e-5 * (i % 40):.17g}" for i in range(frames)]
    (folder / "motion.sto").write_text("\n".join([
        "press", f"nRows={frames}", "nColumns=3", "inDegrees=no", "endheader",
        "time\t/jointset/knee/bend/value\t/jointset/knee/tz/value", *rows, ""]))
