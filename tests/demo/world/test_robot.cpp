// Robots of MuJoCo's own models, whose geoms get layers.
#ifdef CONDYLE_HAS_MUJOCO
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/error.h"
#include "core/mesh/temporary_folder.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::robot_tests {
namespace {

const char* const k_press =
    R"(<mujoco><compiler autolimits="true"/><option timestep="0.004"/><worldbody>
  <geom name="table" type="box" size="0.1 0.1 0.02"/>
  <body name="ram" pos="0 0 0.0405">
    <joint name="down" type="slide" axis="0 0 -1"/>
    <geom name="pad" type="box" size="0.02 0.02 0.02" mass="0.5"/>
    <geom name="knob" type="sphere" size="0.01" pos="0 0 0.03" contype="0" conaffinity="0" mass="0"/>
  </body></worldbody>
  <actuator><motor name="push" joint="down" ctrlrange="0 100"/></actuator>
  <keyframe><key time="0" ctrl="0"/><key time="0.1" ctrl="30"/></keyframe></mujoco>)";

const char* const k_urdf = R"(<robot name="two"><link name="base"><collision><geometry>
  <box size="0.2 0.2 0.02"/></geometry></collision></link>
  <link name="tip"><inertial><mass value="1"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <joint name="slide" type="prismatic"><parent link="base"/><child link="tip"/>
    <origin xyz="0 0 0.031"/><axis xyz="0 0 1"/>
    <limit lower="-0.1" upper="0.1" effort="1" velocity="1"/></joint></robot>)";

std::vector<scene::NamedLayer> rubber_on(const std::vector<std::string>& names) {
  std::vector<scene::NamedLayer> layers;
  for (const std::string& name : names)
    layers.push_back({name, {.elastic_modulus = 1e6, .poissons_ratio = 0.45, .thickness = 0.004}});
  return layers;
}

void put(std::string& model, const std::string& before, const std::string& text) {
  model.insert(model.find(before), text);
}

void run(SceneWorld& world, double seconds) {
  const double dt = 1 / world.scene().rate;
  for (int step = 0; step < std::lround(seconds / dt); ++step) world.step(dt);
}

double force_of(const SceneWorld& world) {
  double force = 0;
  for (const WorldContact& contact : world.contacts())
    if (contact.report) force += contact.report->result().total.contact_force.norm();
  return force;
}

}  // namespace

TEST_CASE("robot: a pad presses with its weight and what its actuator is told", "[world][robot]") {
  const TemporaryFolder folder;
  const scene::Scene scene =
      load_scene(folder.write("press.xml", k_press), {.layers = rubber_on({"pad", "table"})});
  CHECK(scene.rate == Approx(250));
  SceneWorld world(scene);
  REQUIRE(world.contacts().size() == 1);
  CHECK(world.contacts()[0].settings.friction.static_coefficient == 1);  // MuJoCo's own
  REQUIRE(world.drives().size() == 1);
  run(world, 0.3);
  CHECK(force_of(world) == Approx(0.5 * 9.81 + 30).epsilon(1e-3));
  world.set_drive(0, 50.0);
  run(world, 0.6);
  CHECK(force_of(world) == Approx(0.5 * 9.81 + 50).epsilon(1e-3));
  const WorldBody& ram = world.bodies()[1];
  CHECK(ram.name == "ram");
  CHECK(ram.meshes.size() == 2);  // what does not collide is drawn too
  const auto moment = world.save();
  run(world, 0.1);
  world.restore(*moment);
  CHECK(world.time() == Approx(0.9));
}

TEST_CASE("robot: geoms with layers have the friction that MuJoCo has between them",
          "[world][robot]") {
  const auto friction_of = [](const std::string& pad, const std::string& more) {
    std::string model = k_press;
    put(model, "size=\"0.1 0.1 0.02\"", "friction=\"0.6 0 0\" ");
    put(model, "size=\"0.02 0.02 0.02\"", pad + " ");
    put(model, "<actuator>", more);
    const TemporaryFolder folder;
    const scene::Scene scene =
        load_scene(folder.write("press.xml", model), {.layers = rubber_on({"pad", "table"})});
    REQUIRE(scene.contacts.size() == 1);
    const Friction& friction = scene.contacts[0].settings.friction;
    CHECK(friction.static_coefficient == friction.dynamic_coefficient);
    return friction.static_coefficient;
  };
  CHECK(friction_of("friction=\"0.4 0 0\"", "") == 0.6);
  CHECK(friction_of("friction=\"0.8 0 0\"", "") == 0.8);
  CHECK(friction_of("friction=\"0.4 0 0\" priority=\"1\"", "") == 0.4);
  CHECK(friction_of("friction=\"0.4 0 0\" condim=\"1\" priority=\"1\"", "") == 0);
  CHECK(friction_of("friction=\"0.4 0 0\" condim=\"1\"", "") == 0.6);  // the table has three
  const std::string pair =
      "<contact><pair geom1=\"table\" geom2=\"pad\" friction=\"0.2 0.2 0 0 0\"/></contact>";
  CHECK(friction_of("friction=\"0.4 0 0\"", pair) == 0.2);
  CHECK(friction_of("friction=\"0.4 0 0\" contype=\"0\" conaffinity=\"0\"", pair) == 0.2);
}

TEST_CASE("robot: what its sensors measure is among the readings", "[world][robot]") {
  std::string model = k_press;
  put(model, "<worldbody>", R"(<custom>
    <text name="condyle.sensor.grip" data="measures=force geom=table"/>
    <text name="condyle.sensor.peak" data="measures=peak_pressure geom=pad"/></custom>)");
  put(model, "<actuator>", R"(<sensor>
    <user name="grip" objtype="geom" objname="table" datatype="real" needstage="acc" dim="3"/>
    <user name="peak" objtype="geom" objname="pad" datatype="real" needstage="acc" dim="1"/></sensor>)");
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("press.xml", model);
  const scene::Scene scene = load_scene(file, {.layers = rubber_on({"pad", "table"})});
  SceneWorld world(scene);
  run(world, 1);
  std::vector<std::string> names;
  for (const Reading& reading : world.readings())
    names.push_back(reading.name + " " + reading.unit);
  CHECK(names ==
        std::vector<std::string>{"push ctrl", "grip_x N", "grip_y N", "grip_z N", "peak Pa"});
  CHECK(world.readings()[3].value == Approx(-0.5 * 9.81 - 30).epsilon(1e-3));
  CHECK(world.readings()[4].value ==
        Approx(world.contacts()[0].report->result().total.max_pressure).epsilon(0.2));

  std::string of_knob = model;
  of_knob.replace(of_knob.find("geom=pad"), 8, "geom=knob");
  const scene::Scene refused =
      load_scene(folder.write("knob.xml", of_knob), {.layers = rubber_on({"pad", "table"})});
  CHECK_THROWS_WITH(SceneWorld(refused), Catch::Contains("knob.xml: Sensor 'peak'"));
}

TEST_CASE("robot: links of a URDF get layers by their names", "[world][robot]") {
  const TemporaryFolder folder;
  SceneWorld world(
      load_scene(folder.write("two.urdf", k_urdf), {.layers = rubber_on({"tip", "base"})}));
  run(world, 0.5);
  CHECK(force_of(world) == Approx(9.81).epsilon(1e-4));
}

TEST_CASE("robot: what cannot be is refused by name", "[world][robot]") {
  using Catch::Contains;
  const TemporaryFolder folder;
  const std::filesystem::path press = folder.write("press.xml", k_press);
  CHECK_THROWS_WITH(load_scene(press, {.layers = rubber_on({"pads", "table"})}),
                    Contains("--layer pads") && Contains("did you mean 'pad'"));
  CHECK_THROWS_WITH(load_scene(press, {.layers = rubber_on({"pad"})}),
                    Contains("give a layer to what 'pad' touches"));
  CHECK_THROWS_WITH(load_scene(find_scene("hip"), {.layers = rubber_on({"pad"})}),
                    Contains("--layer is for robots"));
  CHECK_THROWS_WITH(load_scene(folder.write("no.xml", "<scene/>")), Contains("neither a model"));
  CHECK_THROWS_WITH(load_scene(folder.write("bad.xml", "<mujoco><nothing/></mujoco>")),
                    Contains("MuJoCo refuses it"));
  const auto with_option = [&](const char* option) {
    std::string text = k_press;
    return folder.write("odd.xml", text.insert(text.find("</mujoco>"), option));
  };
  for (const char* option :
       {R"(<option timestep="0"/>)", R"(<option timestep="-1"/>)", R"(<option timestep="1e300"/>)"})
    CHECK_THROWS_WITH(load_scene(with_option(option)),
                      Contains("odd.xml: its time step") && Contains("from 1e-05 to 1 s"));
  CHECK_THROWS_WITH(load_scene(with_option(R"(<keyframe><key qpos="nan"/></keyframe>)")),
                    Contains("odd.xml: a number of its keyframes' positions (qpos) is not finite"));
}

}  // namespace condyle::test::robot_tests
#endif
