#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/scene/src/scene_tests.h"

namespace condyle::test::scene_file_tests {

using namespace scene;
using Catch::Contains;
using nlohmann::json;

namespace {

/// A scene that uses every key once.
json full_scene() {
  return json::parse(R"({
    "condyle_scene": 1, "name": "full", "description": "all keys", "gravity": [0, 0, -9.81],
    "duration": 3, "rate": 500, "pressure_range": 5e6, "force_scale": 2e4, "strain_range": 0.08,
    "history": ["default", "axis_regions", "strand_rates"],
    "bodies": [
      {"name": "ground", "kind": "fixed", "position": [0.1, 0.2, 0.3], "rotation": [0.3, -0.2, 0.5],
       "meshes": [{"name": "top", "file": "meshes/top.stl", "unit": "mm",
                   "position": [0, 0, 1e-3], "rotation": [0, 1, 0],
                   "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.45, "thickness": 0.003},
                   "back_mesh": {"file": "back.ply", "unit": "m",
                                 "min_thickness": 1e-3, "max_thickness": 0.01}}]},
      {"name": "mover", "kind": "kinematic"},
      {"name": "box", "kind": "dynamic", "velocity": [1, 2, 3], "angular_velocity": [4, 5, 6],
       "mass": 2, "center_of_mass": [0.01, 0, 0], "inertia": [0.1, 0.2, 0.25, 0.01, 0, 0],
       "meshes": [{"name": "shell", "primitive": {"shape": "box", "size": [0.1, 0.2, 0.3], "segments": 4},
                   "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "ring", "kind": "dynamic", "density": 1000,
       "meshes": [{"name": "tube", "primitive": {"shape": "torus", "radius": 0.1, "tube_radius": 0.02},
                   "look": "rubber", "opacity": 0.25, "carried_by": "rope", "carried_at": 0.3}]},
      {"name": "shapes", "kind": "fixed", "meshes": [
        {"name": "plane", "shape": {"kind": "half_space"}, "extent": 2, "longest_edge": 0.1},
        {"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}, "chord_error": 1e-4},
        {"name": "egg", "shape": {"kind": "ellipsoid", "semi_axes": [0.1, 0.2, 0.3]}},
        {"name": "rod", "shape": {"kind": "infinite_cylinder", "radius": 0.1}},
        {"name": "can", "shape": {"kind": "cylinder", "radius": 0.1, "half_length": 0.2}},
        {"name": "pill", "shape": {"kind": "capsule", "radius": 0.1, "half_length": 0.2}},
        {"name": "hat", "shape": {"kind": "cone", "radius": 0.1, "height": 0.2}},
        {"name": "tyre", "shape": {"kind": "torus", "radius": 0.1, "tube_radius": 0.02}},
        {"name": "brick", "shape": {"kind": "brick", "half_size": [0.1, 0.2, 0.3]}},
        {"name": "hill", "shape": {"kind": "height_map", "start": [0, 0], "spacing": [1, 2],
         "z": [[0, 1, 2, 0], [0, 1, 1, 3], [2, 1, 0, 1], [0, 0, 1, 0]]}}]}
    ],
    "shown_against": [
      {"name": "drop", "quantity": "z", "of": "box", "value": "least", "from": 0.5, "until": 2, "expected": -0.1},
      {"name": "pull", "quantity": "tension", "of": "rope", "expected_over_time": {"times": [0, 1], "values": [2, 3]}},
      {"name": "middle", "quantity": "center_of_pressure_x", "of": "touch", "region": "left", "expected": 0}
    ],
    "contacts": [
      {"name": "touch", "casting": {"body": "box", "mesh": "shell"}, "target": {"body": "ground", "mesh": "top"},
       "min_proximity": -0.001, "max_proximity": 0.005, "law": "nonlinear", "layers": "two_layer",
       "two_sided": true, "dissipation": 0.5, "wear_coefficient": 1e-15,
       "friction": {"static_coefficient": 0.5, "dynamic_coefficient": 0.4, "stiction_speed": 1e-4, "friction_speed": 2e-4},
       "regions": [{"name": "left", "normal": [-2, 0, 0], "offset": 0.01}]}
    ],
    "ligaments": [
      {"name": "l1", "linear_stiffness": 2000, "slack_length": 0.05, "transition_strain": 0.05, "damping_coefficient": 0.01,
       "a": {"body": "box", "point": [0, 0.1, 0]}, "b": {"point": [0, 1, 0]}},
      {"name": "l2", "linear_stiffness": 2000, "reference_strain": 0.02,
       "a": {"body": "box", "point": [0, 0.1, 0]}, "b": {"body": "ground", "point": [0, 1, 0]}},
      {"name": "l3", "linear_stiffness": 2000, "reference_force": 20,
       "a": {"body": "box", "point": [0, 0.1, 0]}, "b": {"body": "ground", "point": [0, 1, 0]}},
      {"name": "rope", "linear_stiffness": 2000, "slack_length": 0.7, "failure_strain": 0.2, "softening_strain": 0.05,
       "path": [{"body": "box", "point": [0, 0.1, 0]}, {"point": [1, 0, 0]}, {"body": "ground", "point": [0, 1, 0]}],
       "wraps": [
         {"name": "wheel", "body": "ground", "shape": {"kind": "cylinder", "radius": 0.1, "half_length": 0.2},
          "position": [0, 0.5, 0], "rotation": [0, 1, 0], "side": [2, 0, 0], "first_point": 1, "last_point": 2},
         {"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}},
         {"name": "shell", "body": "box", "mesh": "shell"},
         {"name": "pill", "body": "shapes", "mesh": "pill"}]}
    ],
    "joints": [
      {"name": "j1", "kind": "hinge", "body_a": "box", "body_b": "ring", "position": [0, 0, 1], "rotation": [0, 0, 1],
       "target_angle": {"times": [0, 1], "values": [0, 0.5], "smooth": false, "period": 2}, "max_torque": 10},
      {"name": "j2", "kind": "generic", "body_a": "ring", "free_axes": ["tx", "rz"]}
    ],
    "loads": [
      {"name": "push", "body": "box", "point": [0, 0, 0.1], "force": [0, 0, -5], "moment": [1, 0, 0],
       "frame": "body", "factor": {"times": [0, 1], "values": [0, 1]}}
    ],
    "motions": [
      {"name": "turn", "body": "mover", "kind": "rotation", "axis": [0, 0, 2], "point": [1, 0, 0],
       "table": {"times": [0, 1], "values": [0, 1.5]}},
      {"name": "slide", "body": "mover", "kind": "translation", "axis": [1, 0, 0],
       "table": {"times": [0], "values": [0]}}
    ],
    "closed_forms": [{"kind": "ball_on_plane", "contact": "touch", "body": "box", "radius": 0.05},
      {"kind": "paraboloids", "contact": "touch", "body": "box", "point_radii": [0.1, 0.2],
       "line_radius": 0.3, "line_length": 0.4}],
    "tests": [
      {"test": "contact", "angles": [0, 0.5]},
      {"test": "hip", "name": "left_hip", "inclinations": [0.7], "versions": [0, 0.2], "side": "left"},
      {"test": "wear", "cycle": "walks/mine.csv", "coefficient": 2e-15, "straight_share": 0.1, "updates": 3},
      {"test": "gait", "cycle": "squat", "steps": 300},
      {"test": "pad", "force": 5, "taxels": 16},
      {"test": "laxity", "name": "drawer", "forward": 70, "points": 11}
    ],
    "camera": {"eye": [1, 0, 0], "target": [0, 0, 0], "up": [0, 0, 1], "field_of_view": 0.7}
  })");
}

Scene read(const TemporaryFolder& folder, const json& text) {
  return read_scene(folder.write("scene.json", text.dump()));
}

std::string error_of(const json& scene) {
  const TemporaryFolder folder;
  return input_error_of([&] { read(folder, scene); });
}

}  // namespace

TEST_CASE("scene file: every key arrives in its place", "[model]") {
  const TemporaryFolder folder;
  const Scene scene = read(folder, full_scene());
  CHECK(scene.gravity == Eigen::Vector3d(0, 0, -9.81));
  CHECK(scene.duration == 3);
  CHECK(scene.rate == 500);
  CHECK(scene.pressure_range == 5e6);
  CHECK(scene.force_scale == 2e4);
  CHECK(scene.strain_range == 0.08);
  HistoryColumns columns;
  columns.axis_regions = columns.strand_rates = true;
  CHECK(scene.history == columns);
  REQUIRE(scene.bodies.size() == 5);

  const SceneBody& ground = scene.bodies[0];
  const Eigen::Vector3d turn(0.3, -0.2, 0.5);
  CHECK(ground.X_WB.translation() == Eigen::Vector3d(0.1, 0.2, 0.3));
  CHECK(ground.X_WB.linear().isApprox(
      Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix(), 1e-15));
  const auto& top = std::get<MeshFromFile>(ground.meshes[0].source);
  CHECK(top.file == folder / "meshes/top.stl");
  CHECK(top.unit == mesh::LengthUnit::millimetre);
  CHECK(ground.meshes[0].layer->thickness == 0.003);
  CHECK(ground.meshes[0].back->source.file == folder / "back.ply");

  const SceneBody& box = scene.bodies[2];
  CHECK(box.mass == 2);
  CHECK(box.I_BBcm(0, 1) == 0.01);
  CHECK(box.V_WB.angular == Eigen::Vector3d(4, 5, 6));
  CHECK(scene.bodies[3].density == 1000);
  CHECK(scene.bodies[3].meshes[0].look == MeshLook::rubber);
  CHECK(scene.bodies[3].meshes[0].opacity == 0.25);
  CHECK(scene.bodies[3].meshes[0].carried_by == "rope");
  CHECK(scene.bodies[3].meshes[0].carried_at == 0.3);
  CHECK(box.meshes[0].look == MeshLook::by_layer);
  CHECK_FALSE(box.meshes[0].opacity);

  const ShownAgainst& drop = scene.shown_against[0];
  CHECK(drop.quantity == ShownQuantity::z);
  CHECK(drop.value == ShownValue::least);
  CHECK((drop.from == 0.5 && drop.until == 2 && drop.expected == -0.1));
  CHECK(scene.shown_against[1].value == ShownValue::latest);
  CHECK(scene.shown_against[1].expected_over_time->values == std::vector<double>{2, 3});
  CHECK(scene.shown_against[2].quantity == ShownQuantity::center_of_pressure_x);
  CHECK(scene.shown_against[2].region == "left");

  const SceneContact& contact = scene.contacts[0];
  CHECK(contact.settings.formulation == Formulation::nonlinear);
  CHECK_FALSE(contact.settings.lumped);
  CHECK(contact.settings.two_sided);
  CHECK(contact.settings.wear_coefficient == 1e-15);
  CHECK(contact.settings.friction.friction_speed == 2e-4);
  CHECK(contact.regions[0].normal == Eigen::Vector3d(-1, 0, 0));  // normalised

  CHECK(scene.ligaments[0].path[1].body.empty());
  CHECK(scene.ligaments[1].slack_from == SlackFrom::reference_strain);
  CHECK(scene.ligaments[2].reference == 20);
  const SceneLigament& rope = scene.ligaments[3];
  CHECK(rope.strand.failure_strain == 0.2);
  CHECK(rope.strand.softening_strain == 0.05);
  CHECK(rope.path.size() == 3);
  CHECK(rope.wraps[0].side == Eigen::Vector3d(1, 0, 0));  // normalised
  CHECK(std::get<geometry::Cylinder>(rope.wraps[0].shape).half_length == 0.2);
  CHECK(rope.wraps[0].first_point == 1);
  CHECK(rope.wraps[1].last_point == -1);
  CHECK(rope.wraps[1].body.empty());
  CHECK(std::get<geometry::MeshSolid>(rope.wraps[2].shape).mesh().triangles.size() == 6 * 2 * 16);
  CHECK(std::get<geometry::Capsule>(rope.wraps[3].shape).half_length == 0.2);
  CHECK(scene.joints[0].max_torque == 10);
  CHECK(scene.joints[1].free_axes == std::array{true, false, false, false, false, true});
  CHECK(scene.loads[0].in_body_frame);
  CHECK(scene.motions[0].axis == Eigen::Vector3d(0, 0, 1));
  CHECK(scene.motions[0].table.smooth);
  CHECK(scene.closed_forms[0].radius == 0.05);
  CHECK(scene.closed_forms[1].point_radii == Eigen::Vector2d(0.1, 0.2));
  CHECK(scene.closed_forms[1].line_length == 0.4);
  CHECK(scene.bodies[4].meshes.size() == 10);
  const auto& ball = std::get<MeshFromShape>(scene.bodies[4].meshes[1].source);
  CHECK(std::get<geometry::Sphere>(ball.shape).radius == 0.1);
  CHECK(ball.fineness.chord_error == 1e-4);
  CHECK(scene.camera.field_of_view == 0.7);

  REQUIRE(scene.tests.size() == 6);
  CHECK(scene.tests[0].name == "contact");
  CHECK(scene.tests[0].angles == std::vector<double>{0, 0.5});
  const SceneTest& hip = scene.tests[1];
  CHECK(hip.kind == LabTestKind::hip);
  CHECK(hip.name == "left_hip");
  CHECK(hip.inclinations == std::vector<double>{0.7});
  CHECK(hip.versions == std::vector<double>{0, 0.2});
  CHECK(hip.side == HipSide::left);
  const SceneTest& wear = scene.tests[2];
  CHECK(wear.cycle == folder / "walks/mine.csv");
  CHECK(wear.coefficient == 2e-15);
  CHECK(wear.straight_share == 0.1);
  CHECK(wear.updates == 3);
  CHECK(wear.cycles == 1e6);
  CHECK(scene.tests[3].cycle == "squat");
  CHECK(scene.tests[3].steps == 300);
  CHECK(scene.tests[4].taxels == 16);
  CHECK((scene.tests[5].forward == 70 && scene.tests[5].points == 11));
}

TEST_CASE("scene file: what is left out gets the documented default", "[model]") {
  const TemporaryFolder folder;
  const Scene scene =
      read(folder, {{"condyle_scene", 1}, {"bodies", {{{"name", "b"}, {"kind", "fixed"}}}}});
  CHECK(scene.name == "scene");
  CHECK(scene.gravity == Eigen::Vector3d(0, -9.81, 0));
  CHECK(scene.duration == 10);
  CHECK(scene.rate == 240);
  CHECK(scene.pressure_range == 0);
  CHECK(scene.force_scale == 0);
  CHECK(scene.strain_range == 0.15);
  CHECK(scene.history == HistoryColumns{});
  CHECK(scene.bodies[0].X_WB.isApprox(Pose::Identity(), 0));
}

TEST_CASE("scene file: write and read give the same scene", "[model]") {
  const TemporaryFolder folder;
  const Scene first = read(folder, full_scene());
  write_scene(folder / "again.json", first);
  const Scene second = read_scene(folder / "again.json");
  write_scene(folder / "third.json", second);
  CHECK(folder.file_count() == 3);  // no unfinished file remains

  CHECK(std::get<MeshFromFile>(second.bodies[0].meshes[0].source).file ==
        std::get<MeshFromFile>(first.bodies[0].meshes[0].source).file);
  // Rotations go through a rotation vector: equal to rounding. All other numbers: exactly.
  json a = json::parse(file_content(folder / "again.json"));
  json b = json::parse(file_content(folder / "third.json"));
  const std::function<void(json&, json&)> compare_rotations = [&](json& x, json& y) {
    if (x.is_object() && x.contains("rotation")) {
      for (int i = 0; i < 3; ++i) {
        CHECK(x["rotation"][i].get<double>() ==
              Approx(y["rotation"][i].get<double>()).margin(1e-14));
      }
      x.erase("rotation");
      y.erase("rotation");
    }
    for (std::size_t i = 0; x.is_array() && i < x.size(); ++i) compare_rotations(x[i], y[i]);
    if (!x.is_object()) return;
    for (auto& [key, value] : x.items()) compare_rotations(value, y[key]);
  };
  compare_rotations(a, b);
  CHECK(a == b);
}

TEST_CASE("scene file: a text is read as the file that it would be", "[model]") {
  const TemporaryFolder folder;
  folder.write("scene.json", full_scene().dump());
  const Scene of_file = read_scene(folder / "scene.json");
  const Scene of_text = parse_scene(full_scene().dump(), folder / "scene.json");
  const auto mesh_of = [](const Scene& scene) {
    return std::get<MeshFromFile>(scene.bodies[0].meshes[0].source).file;
  };
  CHECK(of_text.file == of_file.file);
  CHECK(mesh_of(of_text) == folder / "meshes/top.stl");
  write_scene(folder / "a.json", of_file);
  write_scene(folder / "b.json", of_text);
  CHECK(file_content(folder / "a.json") == file_content(folder / "b.json"));
  CHECK_THROWS_WITH(parse_scene("{", folder / "mine.json"), Contains("mine.json"));
}

TEST_CASE("scene file: a wrong entry is named with its place, its value and what is allowed",
          "[model]") {
  struct Case {
    const char* pointer;  // JSON pointer of the entry to be replaced or added
    json value;
    std::vector<const char*> message_parts;
  };
  const std::vector<Case> cases = {
      {"/condyle_scene", 2, {"condyle_scene", "must be 1"}},
      {"/gravty", {0, 0, 0}, {"unknown key 'gravty'", "did you mean 'gravity'"}},
      {"/bodies/2/mas", 1, {"bodies[2]", "unknown key 'mas'", "'mass'"}},
      {"/bodies/2/mass", "2 kg", {"bodies[2].mass", "\"2 kg\"", "a finite number > 0"}},
      {"/bodies/2/mass", -1, {"bodies[2].mass", "-1", "> 0"}},
      {"/bodies/2/density", 1000, {"bodies[2]", "both 'mass' and 'density'"}},
      {"/bodies/2/inertia", {1, 2}, {"bodies[2].inertia", "Ixx"}},
      {"/bodies/2/inertia", {1, 1, 5}, {"body 'box'", "inertia that no body can have"}},
      {"/bodies/2/kind", "dynamc", {"bodies[2].kind", "did you mean 'dynamic'"}},
      {"/bodies/2/name", "ground", {"a second body is named 'ground'"}},
      {"/bodies/0/meshes/0/unit", "mile", {"meshes[0].unit", "'mm'"}},
      {"/bodies/0/meshes/0/primitive", json::object(), {"both 'file' and 'primitive'"}},
      {"/bodies/0/meshes/0/layer/elastic_modulus", -5e6, {"bodies[0].meshes[0].layer", "-5"}},
      {"/bodies/0/meshes/0/layer/poissons_ratio",
       0.5,
       {"contact 'touch'", "incompressible", "'elastic_layer'", "below 0.5"}},
      {"/bodies/0/meshes/0/layer/poissons_ratio", 0.51, {"bodies[0].meshes[0].layer", "0.51"}},
      {"/bodies/0/meshes/0/layer/yield_stress",
       0,
       {"bodies[0].meshes[0].layer.yield_stress", "> 0"}},
      {"/bodies/0/meshes/0/layer/thickness", 0, {"bodies[0].meshes[0].layer", "thickness"}},
      {"/bodies/2/meshes/0/primitive/segments", 0, {"primitive.segments", "from 1 to 1000"}},
      {"/bodies/2/meshes/0/primitive/size", {1, 0, 1}, {"primitive.size[1]", ">= 1e-09"}},
      {"/bodies/2/meshes/0/primitive/size", {1e200, 1, 1}, {"primitive.size[0]", "<= 1000000000"}},
      {"/bodies/2/meshes/0/primitive/segments", 4.5, {"segments", "4.5", "a whole number"}},
      {"/bodies/2/rotation", {1e200, 0, 0}, {"bodies[2].rotation[0]", "<= 1000"}},
      {"/bodies/2/name", "", {"bodies[2].name", "1 to 200 letters"}},
      {"/bodies/2/name", "two\nlines", {"bodies[2].name", "control characters"}},
      {"/bodies/2/name", std::string(100000, 'x'), {"bodies[2].name", "xxx...", "200 letters"}},
      {"/bodies/3/meshes/0/primitive/tube_radius", 0.2, {"tube_radius", "< 0.1"}},
      {"/contacts/0/target/body", "grund", {"contact 'touch'", "'grund'", "'ground'"}},
      {"/contacts/0/target/mesh", "bottom", {"contact 'touch'", "mesh 'bottom'", "top"}},
      {"/contacts/0/target", {{"body", "ring"}, {"mesh", "tube"}}, {"'tube'", "has no layer"}},
      {"/contacts/0/law",
       "quadratic",
       {"contacts[0].law", "'linear', 'nonlinear', 'elastic_layer', 'volume'"}},
      {"/contacts/0/max_proximity", -1, {"contacts[0]", "-1"}},
      {"/contacts/0/wear_coefficient", -1e-15, {"contacts[0].wear_coefficient"}},
      {"/contacts/0/friction/static_coefficient", 0.1, {"contacts[0]"}},
      {"/contacts/0/regions/0/normal", {0, 0, 0}, {"regions[0].normal", "length zero"}},
      {"/contacts/0/two_sided", 1, {"contacts[0].two_sided", "true or false"}},
      {"/ligaments/0/reference_force", 3, {"ligaments[0]", "both 'slack_length'"}},
      {"/ligaments/1/a/body", "world", {"ligament 'l2'", "'world'"}},
      {"/ligaments/0/failure_strain", 0.01, {"ligaments[0].failure_strain", ">= 0.05"}},
      {"/ligaments/3/path", {{{"point", {0, 0, 0}}}}, {"ligaments[3].path", "less than 2 points"}},
      {"/ligaments/3/a", {{"point", {0, 0, 0}}}, {"ligaments[3]", "both 'path' and 'a'"}},
      {"/ligaments/3/path/1/body", "whel", {"ligament 'rope'", "'whel'"}},
      {"/ligaments/3/wraps/0/body", "whel", {"ligament 'rope'", "'whel'"}},
      {"/ligaments/3/wraps/0/shape/radius", 0, {"wraps[0].shape.radius", "0"}},
      {"/ligaments/3/wraps/0/shape/kind", "brick", {"wraps[0].shape"}},
      {"/ligaments/3/wraps/0/shape", {{"kind", "half_space"}}, {"'rope'", "'wheel'", "half"}},
      {"/ligaments/3/wraps/0/side", {0, 0, 0}, {"wraps[0].side", "length zero"}},
      {"/ligaments/3/wraps/0/last_point", 3, {"wraps[0].last_point", "from 2 to 2"}},
      {"/ligaments/3/wraps/0/mesh", "top", {"wraps[0]", "both 'shape' and 'mesh'"}},
      {"/ligaments/3/wraps/2/mesh",
       "shel",
       {"'rope'", "wrap 'shell'", "no mesh 'shel'", "did you mean 'shell'"}},
      {"/ligaments/3/wraps/2/body", "", {"'rope'", "wrap 'shell'", "name of its body"}},
      {"/bodies/2/meshes/0/primitive/shape", "plane", {"'rope'", "wrap 'shell'", "not closed"}},
      {"/ligaments/3/wraps/1/name", "wheel", {"wrap of ligament 'rope'", "'wheel'"}},
      {"/ligaments/0/linear_stiffness", nullptr, {"ligaments[0].linear_stiffness", "null"}},
      {"/joints/1/free_axes", {"tw"}, {"joints[1].free_axes[0]", "'tx'"}},
      {"/joints/1/max_torque", 1, {"joints[1]", "unknown key 'max_torque'"}},
      {"/loads/0/body", "ground", {"load 'push'", "'ground'", "make it dynamic"}},
      {"/tests/0/test", "contct", {"tests[0].test", "did you mean 'contact'"}},
      {"/tests/0/angels", {0}, {"tests[0]", "unknown key 'angels'", "did you mean 'angles'"}},
      {"/tests/0/forward", 50, {"tests[0]", "unknown key 'forward'"}},
      {"/tests/0/angles/1", 7, {"tests[0].angles[1]", "7"}},
      {"/tests/1/name", "drawer", {"a second test is named 'drawer'"}},
      {"/tests/1/side", "middle", {"tests[1].side", "'right'", "'left'"}},
      {"/tests/2/straight_share", 1.5, {"tests[2].straight_share", "1.5"}},
      {"/tests/4/taxels", 257, {"tests[4].taxels", "from 1 to 256"}},
      {"/loads/0/factor/times", {1, 0}, {"loads[0].factor.times", "ascend"}},
      {"/loads/0/factor/times", {1, 2, 3}, {"loads[0].factor", "3 times and 2 values"}},
      {"/joints/0/target_angle/period", 0.5, {"period", "shorter"}},
      {"/motions/0/body", "box", {"motion 'turn'", "'box'", "kinematic"}},
      {"/motions/1/point", {0, 0, 0}, {"motions[1]", "unknown key 'point'"}},
      {"/bodies/4/meshes/1/shape/radius", -1, {"shape.radius"}},
      {"/bodies/4/meshes/1/chord_error", 0, {"chord_error"}},
      {"/bodies/4/meshes/1/extent", 1, {"extent"}},
      {"/shown_against/0/region", "left", {"'drop'", "only a contact has regions"}},
      {"/shown_against/2/region", "lefd", {"'lefd'", "did you mean 'left'"}},
      {"/closed_forms/0/body", "ring", {"'ring'", "no part in that contact"}},
      {"/closed_forms/1/line_length", 0, {"line_length"}},
      {"/closed_forms/1/point_radii", {0.1, 0.2, -1}, {"point_radii: must be a list of two"}},
      {"/closed_forms/0/contact", "touching", {"'touching'", "did you mean 'touch'"}},
      {"/camera/up", {1, 0, 0}, {"camera", "line of sight"}},
      {"/rate", 0, {"rate", ">= 1"}},
      {"/bodies/0/meshes/0/layer/elastic_modulus",
       1e14,
       {"layer.elastic_modulus", "<= 1000000000"}},
      {"/settle/limit", 1e6, {"settle.limit", "<= 3600"}},
      {"/settle/limit", 0, {"settle.limit", "> 0"}},
      {"/bodies/2/mass", 1e16, {"bodies[2].mass", "<= 1000000000000000"}},
      {"/bodies", json::array(), {"no bodies"}},
      {"/bodies", 3, {"bodies", "must be a list"}},
  };
  for (const Case& wrong : cases) {
    json scene = full_scene();
    scene[json::json_pointer(wrong.pointer)] = wrong.value;
    const std::string message = error_of(scene);
    INFO(wrong.pointer << " = " << wrong.value << ": " << message);
    CHECK_THAT(message, Contains("scene.json"));
    for (const char* part : wrong.message_parts) CHECK_THAT(message, Contains(part));
  }
}

TEST_CASE("scene file: a law without what it needs is told all that it needs and takes",
          "[model]") {
  const auto [law, keys] = GENERATE(table<std::string, std::vector<const char*>>(
      {{"impact", {"stiffness", "exponent", "damping", "full_damping_depth", "acting"}},
       {"poisson", {"stiffness", "restitution", "transition_speed", "acting"}},
       {"hertz", {"stiffness", "radius", "dissipation", "acting"}},
       {"hunt_crossley", {"stiffness", "exponent", "dissipation", "acting"}},
       {"user", {"library", "function", "parameters", "slopes", "acting"}}}));
  json scene = full_scene();
  scene["contacts"][0]["law"] = law;
  const std::string message = error_of(scene);
  INFO(message);
  CHECK_THAT(message, Contains("contacts[0]: lacks the key"));
  CHECK_THAT(message, Contains("law '" + law + "' needs"));
  for (const char* key : keys) CHECK_THAT(message, Contains("'" + std::string(key) + "'"));
}

TEST_CASE("scene file: a whole number may be written with a point", "[model]") {
  json scene = full_scene();
  scene["bodies"][2]["meshes"][0]["primitive"]["segments"] = 4.0;
  CHECK(error_of(scene) == "");
}

TEST_CASE("scene file: each mode of friction is read and written", "[model]") {
  const TemporaryFolder folder;
  const json frictions[] = {
      {{"mode", "dynamic_only"}, {"dynamic_coefficient", 0.3}, {"friction_speed", 4e-3}},
      {{"mode", "off"}},
      {{"mode", "stiction"}, {"static_coefficient", 0.5}, {"stick_stiffness", 1e9}}};
  for (const json& friction : frictions) {
    json scene = full_scene();
    scene["contacts"][0]["friction"] = friction;
    write_scene(folder / "again.json", read(folder, scene));
    const json again = json::parse(file_content(folder / "again.json"))["contacts"][0]["friction"];
    for (const auto& [key, value] : friction.items()) CHECK(again.at(key) == value);
    CHECK_NOTHROW(read_scene(folder / "again.json"));
  }
  json scene = full_scene();
  scene["contacts"][0]["friction"]["mode"] = "sticktion";
  CHECK_THAT(error_of(scene), Contains("contacts[0].friction.mode") && Contains("'stiction'"));
  scene["contacts"][0]["friction"] = {{"mode", "dynamic_only"}, {"static_coefficient", 0.5}};
  CHECK_THAT(error_of(scene), Contains("dynamic_coefficient"));
}

TEST_CASE("scene file: each normal law is read and written", "[model]") {
  const TemporaryFolder folder;
  const json laws[] = {
      {{"law", "volume"}, {"exponent", 1.5}, {"reference_depth", 2e-3}, {"damping", 10}},
      {{"law", "impact"},
       {"stiffness", 1e7},
       {"exponent", 2},
       {"damping", 10},
       {"full_damping_depth", 2e-4},
       {"acting", "deepest_point"}},
      {{"law", "poisson"}, {"stiffness", 1e7}, {"restitution", 0.5}, {"transition_speed", 0.01}},
      {{"law", "hertz"}, {"radius", 0.015}},
      {{"law", "hertz"}, {"stiffness", 1e8}, {"acting", "triangles"}},
      {{"law", "hunt_crossley"}, {"stiffness", 1e8}, {"exponent", 1}}};
  for (const json& law : laws) {
    json scene = full_scene();
    for (const auto& [key, value] : law.items()) scene["contacts"][0][key] = value;
    write_scene(folder / "again.json", read(folder, scene));
    const json again = json::parse(file_content(folder / "again.json"))["contacts"][0];
    for (const auto& [key, value] : law.items()) CHECK(again.at(key) == value);
    CHECK_NOTHROW(read_scene(folder / "again.json"));
  }
  json scene = full_scene();
  scene["contacts"][0]["law"] = "impact";
  CHECK_THAT(error_of(scene), Contains("contacts[0]") && Contains("stiffness"));
  scene["contacts"][0]["stiffness"] = 1e8;
  scene["contacts"][0]["restitution"] = 0.5;
  CHECK_THAT(error_of(scene), Contains("contacts[0]") && Contains("unknown key 'restitution'"));
  scene["contacts"][0].erase("restitution");
  scene["contacts"][0]["exponent"] = 0.5;
  CHECK_THAT(error_of(scene), Contains("contacts[0]") && Contains("exponent"));
}

TEST_CASE("scene file: the compliance of a part is read, written and checked", "[model]") {
  const TemporaryFolder folder;
  json scene = full_scene();
  json& contact = scene["contacts"][0];
  json& top = scene["bodies"][0]["meshes"][0];
  top.erase("back_mesh");
  top["compliance"] = "parts/top.compliance";
  CHECK_THAT(error_of(scene), Contains("'top', whose compliance only the law 'elastic_layer'"));
  contact["law"] = "elastic_layer";
  CHECK_THAT(error_of(scene), Contains("contact 'touch'") && Contains("let that mesh cast"));
  std::swap(contact["casting"], contact["target"]);
  const Scene made = read(folder, scene);
  CHECK(made.bodies[0].meshes[0].compliance == folder / "parts/top.compliance");
  write_scene(folder / "again.json", made);
  const json again = json::parse(file_content(folder / "again.json"));
  CHECK(again["bodies"][0]["meshes"][0]["compliance"] == "parts/top.compliance");
  CHECK_FALSE(again["bodies"][2]["meshes"][0].contains("compliance"));
  top.erase("layer");
  CHECK_THAT(error_of(scene), Contains("compliance") && Contains("layer"));
}

TEST_CASE("scene file: a strand carries only meshes that touch nothing", "[model]") {
  json scene = full_scene();
  json& tube = scene["bodies"][3]["meshes"][0];
  tube["carried_by"] = "rape";
  CHECK_THAT(error_of(scene), Contains("mesh 'tube'") && Contains("'rape'") && Contains("'rope'"));
  tube["carried_by"] = "rope";
  tube["layer"] = {{"material", "rubber"}, {"thickness", 0.01}};
  CHECK_THAT(error_of(scene), Contains("carried_by") && Contains("layer"));
  tube.erase("layer");
  tube.erase("carried_by");
  CHECK_THAT(error_of(scene), Contains("carried_at") && Contains("carried_by"));
}

TEST_CASE("scene file: what is shown against theory must be there, and has one figure", "[model]") {
  json scene = full_scene();
  json& shown = scene["shown_against"];
  shown[0]["of"] = "bax";
  CHECK_THAT(error_of(scene), Contains("'drop'") && Contains("'bax'") && Contains("'box'"));
  shown[0]["of"] = "touch";  // a contact has no position
  CHECK_THAT(error_of(scene), Contains("'drop' names the body 'touch'"));
  shown[0]["of"] = "box";
  shown[1]["of"] = "box";
  CHECK_THAT(error_of(scene), Contains("'pull' names the ligament 'box'"));
  shown[1]["of"] = "rope";
  shown[1]["expected"] = 1;
  CHECK_THAT(error_of(scene), Contains("expected"));
  shown[1].erase("expected");
  shown[0]["from"] = 3;
  CHECK_THAT(error_of(scene), Contains("'from' later than 'until'"));
}

TEST_CASE("scene file: elastic layers, rigid sides and half spaces are read, written and checked",
          "[model]") {
  const TemporaryFolder folder;
  json scene = full_scene();
  json& contact = scene["contacts"][0];
  json& shell = scene["bodies"][2]["meshes"][0];
  json& top = scene["bodies"][0]["meshes"][0];
  contact["law"] = "elastic_layer";
  CHECK_THAT(error_of(scene), Contains("contact 'touch'") && Contains("let that mesh cast"));
  top.erase("back_mesh");
  top["layer"]["thickness"] = "half_space";
  shell["layer"] = "rigid";
  contact["node_spacing"] = 0;
  CHECK_THAT(error_of(scene), Contains("contacts[0].node_spacing"));
  contact["node_spacing"] = 0.002;
  contact["free_edges"] = "none";
  const Scene made = read(folder, scene);
  CHECK(made.contacts[0].settings.formulation == Formulation::elastic_layer);
  CHECK(made.contacts[0].settings.node_spacing == 0.002);
  CHECK(made.contacts[0].settings.free_edges == FreeEdges::none);
  CHECK(made.bodies[2].meshes[0].layer->use == LayerUse::rigid);
  CHECK(std::isinf(made.bodies[0].meshes[0].layer->thickness));
  write_scene(folder / "again.json", made);
  const json again = json::parse(file_content(folder / "again.json"));
  CHECK(again["contacts"][0]["law"] == "elastic_layer");
  CHECK(again["contacts"][0]["node_spacing"] == 0.002);
  CHECK(again["contacts"][0]["free_edges"] == "none");
  CHECK(again["bodies"][2]["meshes"][0]["layer"] == "rigid");
  CHECK(again["bodies"][0]["meshes"][0]["layer"]["thickness"] == "half_space");
  CHECK_NOTHROW(read_scene(folder / "again.json"));

  top["layer"] = {{"elastic_modulus", 1e6},
                  {"poissons_ratio", 0.5},
                  {"thickness", 0.01},
                  {"yield_stress", 2e5}};
  const Scene rubber = read(folder, scene);
  CHECK(rubber.bodies[0].meshes[0].layer->use == LayerUse::elastic);
  CHECK(rubber.bodies[0].meshes[0].layer->yield_stress == 2e5);
  write_scene(folder / "again.json", rubber);
  CHECK(*read_scene(folder / "again.json").bodies[0].meshes[0].layer ==
        *rubber.bodies[0].meshes[0].layer);

  contact["law"] = "linear";
  CHECK_THAT(error_of(scene), Contains("'shell', which is rigid") && Contains("elastic_layer"));
  shell["layer"] =
      top["layer"] = {{"elastic_modulus", 1e6}, {"poissons_ratio", 0.3}, {"thickness", 0.01}};
  CHECK_THAT(error_of(scene), Contains("contact 'touch' has a node_spacing"));
  contact.erase("node_spacing");
  CHECK_THAT(error_of(scene), Contains("contact 'touch' has free_edges"));
  contact["node_spacing"] = 0.002;
  shell["layer"] = "rigid";
  contact["law"] = "elastic_layer";
  top["layer"] = "rigid";
  CHECK_THAT(error_of(scene), Contains("two rigid meshes"));
  top["layer"] = "soft";
  CHECK_THAT(error_of(scene), Contains("bodies[0].meshes[0].layer") && Contains("'rigid'"));
  top["layer"] = {{"elastic_modulus", 1e6}, {"poissons_ratio", 0.3}, {"thickness", 0.01}};
  contact["casts_from"] = "nodes";
  CHECK_THAT(error_of(scene), Contains("contact 'touch'") && Contains("let triangles cast"));
}

TEST_CASE("scene file: a missing key is named", "[model]") {
  for (const char* pointer :
       {"/condyle_scene", "/bodies", "/bodies/0/kind", "/bodies/0/name", "/bodies/0/meshes/0/unit",
        "/contacts/0/casting", "/contacts/0/target/mesh", "/ligaments/0/linear_stiffness",
        "/joints/0/max_torque", "/joints/1/free_axes", "/motions/0/table", "/loads/0/body"}) {
    json scene = full_scene();
    const json::json_pointer place(pointer);
    scene[place.parent_pointer()].erase(place.back());
    INFO(pointer);
    CHECK_THAT(error_of(scene), Contains("lacks the key '" + place.back() + "'"));
  }
}

TEST_CASE("scene file: what is no scene at all is refused", "[model]") {
  const TemporaryFolder folder;
  const auto error = [&](const char* name) {
    return input_error_of([&] { read_scene(folder / name); });
  };
  folder.write("empty.json", "");
  folder.write("broken.json", "{\"condyle_scene\": 1,\n \"bodies\": [}");
  folder.write("list.json", "[1, 2]");
  folder.write("huge.json", "{\"condyle_scene\": 1e999}");
  folder.write("twice.json", R"({"bodies": [{"name": "a"}, {"name": "b", "name": "c"}]})");
  folder.write("deep.json", "{\"bodies\": " + std::string(1000000, '['));
  std::filesystem::create_directory(folder / "folder.json");
  CHECK_THAT(error("missing.json"), Contains("missing.json"));
  CHECK_THAT(error("empty.json"), Contains("empty.json"));
  CHECK_THAT(error("broken.json"), Contains("broken.json") && Contains("line 2"));
  CHECK_THAT(error("list.json"), Contains("must be an object"));
  CHECK_THAT(error("huge.json"), Contains("huge.json"));
  CHECK_THAT(error("huge.json"), Contains("condyle_scene: is not valid JSON"));
  CHECK_THAT(error("twice.json"), Contains("bodies[1].name: is given twice"));
  CHECK_THAT(error("deep.json"), Contains("deep.json: bodies[0][0]") && Contains("64 levels"));
  CHECK_THAT(error("folder.json"), Contains("folder.json"));
}

TEST_CASE("scene file: a folder that is not there cannot be written to", "[model]") {
  const TemporaryFolder folder;
  const Scene scene = read(folder, full_scene());
  const std::string message =
      input_error_of([&] { write_scene(folder / "missing" / "scene.json", scene); });
  CHECK_THAT(message, Contains("missing"));
}

TEST_CASE("scene file: soft blocks, and several meshes on a side", "[model]") {
  const json layer = {{"elastic_modulus", 1e6}, {"poissons_ratio", 0.4}, {"thickness", 0.01}};
  const json ball = {{"shape", "icosphere"}, {"radius", 0.05}, {"segments", 1}};
  const json block = {{"size", {0.1, 0.1, 0.02}}, {"mass", 1}};
  const auto mesh = [&](const char* name, const char* source, const json& made) {
    return json{{"name", name}, {source, made}, {"layer", layer}};
  };
  const json scene = {
      {"condyle_scene", 1},
      {"bodies",
       {{{"name", "pad"},
         {"kind", "fixed"},
         {"meshes", json::array({mesh("skin", "soft_block", block)})}},
        {{"name", "foot"},
         {"kind", "dynamic"},
         {"mass", 1},
         {"inertia", {1, 1, 1}},
         {"meshes", {mesh("heel", "primitive", ball), mesh("toe", "primitive", ball)}}}}},
      {"contacts", json::array({{{"name", "step"},
                                 {"casting", {{"body", "pad"}, {"mesh", "skin"}}},
                                 {"target", {{"body", "foot"}, {"mesh", {"heel", "toe"}}}}}})}};
  const TemporaryFolder folder;
  const Scene read_scene = read(folder, scene);
  REQUIRE(read_scene.contacts.size() == 2);
  CHECK(read_scene.contacts[0].name == "step.heel");
  CHECK(read_scene.contacts[1].target.mesh == "toe");
  CHECK(read_scene.contacts[1].sum_in == "step");
  REQUIRE(soft_block(read_scene.bodies[0].meshes[0]) != nullptr);
  CHECK(soft_block(read_scene.bodies[0].meshes[0])->cells == std::array<int, 3>{8, 8, 3});

  const auto error_with = [&](const char* place, const json& value) {
    json broken = scene;
    broken[json::json_pointer(place)] = value;
    return error_of(broken);
  };
  using Catch::Contains;
  CHECK_THAT(error_with("/bodies/0/meshes/1", mesh("more", "soft_block", block)),
             Contains("more than one soft block"));
  CHECK_THAT(error_with("/bodies/0/meshes/1", mesh("more", "primitive", ball)),
             Contains("no other mesh"));
  CHECK_THAT(error_with("/bodies/0/kind", "kinematic"), Contains("make it fixed"));
  CHECK_THAT(error_with("/contacts/0/friction", {{"mode", "stiction"}, {"static_coefficient", 1}}),
             Contains("no stiction"));
  CHECK_THAT(error_with("/contacts/0/casts_from", "nodes"), Contains("not from nodes"));
  CHECK_THAT(error_with("/contacts/0/sum_in", "step.toe"), Contains("a name of its own"));
  CHECK_THAT(error_with("/contacts/0/target/mesh", json::array()), Contains("empty list"));
}

TEST_CASE("scene files: a test without a name has that of its kind, with a number if that is taken",
          "[scene]") {
  std::vector<SceneTest> tests(4);
  tests[1].name = "contact 2";
  tests[2].kind = LabTestKind::laxity;
  name_tests(tests);
  CHECK(tests[0].name == "contact");
  CHECK(tests[1].name == "contact 2");
  CHECK(tests[2].name == "laxity");
  CHECK(tests[3].name == "contact 3");
}

}  // namespace condyle::test::scene_file_tests
