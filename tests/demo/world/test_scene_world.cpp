// A scene in a Bullet world: joints, motors, live changes, reset.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "engine/made_meshes.h"
#include "findings/run_findings.h"
#include "world/contact_totals.h"
#include "world/scene_world.h"

namespace condyle::test::scene_world_tests {

using Eigen::Vector3d;

namespace {

scene::SceneBody box(const std::string& name, const Vector3d& place) {
  scene::SceneBody body;
  body.name = name;
  body.mass = 2;
  body.I_BBcm = Vector3d(0.02, 0.03, 0.04).asDiagonal();
  body.X_WB.translation() = place;
  return body;
}

/// One box of 2 kg, 0.3 m along y from a joint of `kind` with the world at the origin.
scene::Scene jointed_box(scene::JointKind kind) {
  scene::Scene scene;
  scene.gravity = Vector3d::Zero();
  scene.bodies = {box("box", {0, 0.3, 0})};
  scene::SceneJoint joint;
  joint.name = "joint";
  joint.kind = kind;
  joint.body_a = "box";
  scene.joints = {joint};
  return scene;
}

/// Bullet corrects a fifth of a joint's error in each step: under gravity it sags by about
/// g dt^2 / 0.2, at 240 Hz.
constexpr double k_joint_sag = 1e-3;

void run(SceneWorld& world, double seconds, double rate) {
  for (long i = 0; i < std::lround(seconds * rate); ++i) world.step(1 / rate);
}

/// A ball of 30 mm on a plate, soft layers, with the closed form of its rest.
scene::Scene ball_on_plate() {
  const Layer layer{200e3, 0.45, 0.004};
  scene::SceneMesh top;
  top.name = "top";
  top.source = scene::MeshFromPrimitive{scene::PrimitiveShape::plane, {0.06, 0.06, 0}, 0, 0, 0, 80};
  top.layer = layer;
  scene::SceneMesh sphere = top;
  sphere.name = "sphere";
  sphere.source =
      scene::MeshFromPrimitive{scene::PrimitiveShape::icosphere, Vector3d::Zero(), 0.03, 0, 0, 5};

  scene::Scene scene;
  scene.gravity = {0, 0, -9.81};
  scene::SceneBody plate;
  plate.name = "plate";
  plate.kind = scene::BodyKind::fixed;
  plate.meshes = {top};
  scene::SceneBody ball;
  ball.name = "ball";
  ball.X_WB.translation() = Vector3d(0, 0, 0.03);
  ball.density = 7900;
  ball.meshes = {sphere};
  scene.bodies = {plate, ball};
  scene::SceneContact contact;
  contact.name = "touch";
  contact.casting = {"plate", "top"};
  contact.target = {"ball", "sphere"};
  contact.settings.dissipation = 5;
  scene.contacts = {contact};
  scene.closed_forms = {{scene::ClosedFormKind::ball_on_plane, "touch", "ball", 0.03}};
  return scene;
}

/// The icosphere's vertices lie on the sphere, its facets inside: the error of depth is edge^2 / (6
/// R depth), 0.7 % with edges of 1.1 mm.
constexpr double k_facet_tolerance = 8e-3;

void check_depth(const SceneWorld& world) {
  const ClosedFormReading& depth = world.closed_form()[0];
  CHECK(depth.measured == Approx(depth.expected).epsilon(k_facet_tolerance));
}

}  // namespace

TEST_CASE("hinge: a motor turns the body to its target angle about J's x axis", "[world]") {
  scene::Scene scene = jointed_box(scene::JointKind::hinge);
  scene.joints[0].target_angle = scene::TimeTable{{0, 1}, {0, 0.5}, true, 0};
  scene.joints[0].max_torque = 100;
  SceneWorld world(scene);
  run(world, 1.2, 60);
  const Pose& X_WB = world.bodies()[0].X_WB;
  const Eigen::AngleAxisd expected(0.5, Vector3d::UnitX());
  CHECK(X_WB.linear().isApprox(expected.toRotationMatrix(), 1e-3));
  CHECK(X_WB.translation().isApprox(expected * Vector3d(0, 0.3, 0), 1e-3));
  CHECK(world.readings()[0].name == "joint");
  CHECK(world.readings()[0].value == Approx(0.5 * 180 / M_PI).epsilon(1e-3));
}

TEST_CASE("an analytic shape stays one when its layer changes", "[world]") {
  scene::Scene scene = ball_on_plate();
  scene::SceneMesh& sphere = scene.bodies[1].meshes[0];
  sphere.source =
      scene::MeshFromShape{geometry::Sphere{0.03}, scene::default_fineness(geometry::Sphere{0.03})};
  SceneWorld world(scene);
  REQUIRE(world.bodies()[1].meshes[0].surface->shape() != nullptr);
  world.set_layer({1, 0}, {100e3, 0.45, 0.004});
  CHECK(world.bodies()[1].meshes[0].surface->shape() != nullptr);
  CHECK(world.bodies()[1].meshes[0].surface->layer(0).elastic_modulus == 100e3);
}

TEST_CASE("a half space carries beyond the square that is drawn for it", "[world]") {
  scene::Scene scene = ball_on_plate();
  std::swap(scene.contacts[0].casting, scene.contacts[0].target);
  scene.closed_forms.clear();
  scene.bodies[0].meshes[0].source = scene::MeshFromShape{
      geometry::HalfSpace{}, scene::default_fineness(geometry::HalfSpace{}, 0.1)};
  scene.bodies[1].X_WB.translation() = Vector3d(5, -3, 0.03);
  SceneWorld world(scene);
  run(world, 0.5, 240);
  CHECK(world.bodies()[1].X_WB.translation().z() == Approx(0.03).margin(0.002));
}

TEST_CASE("slider: a force moves the body along J's x axis alone", "[world]") {
  scene::Scene scene = jointed_box(scene::JointKind::slider);
  scene::SceneLoad load;
  load.name = "push";
  load.body = "box";
  load.force = {4, 3, 2};
  scene.loads = {load};
  SceneWorld world(scene);
  run(world, 0.5, 240);
  const Vector3d p = world.bodies()[0].X_WB.translation();
  // x = F t^2 / 2 m, and symplectic Euler adds a dt t / 2.
  CHECK(p.x() == Approx(0.25).epsilon(0.01));
  CHECK(p.y() == Approx(0.3).margin(1e-5));
  CHECK(p.z() == Approx(0).margin(1e-5));
}

TEST_CASE("ball joint: keeps its distance, fixed: keeps its pose, generic: frees what it says",
          "[world]") {
  const scene::JointKind kind =
      GENERATE(scene::JointKind::ball, scene::JointKind::fixed, scene::JointKind::generic);
  scene::Scene scene = jointed_box(kind);
  scene.gravity = {0, 0, -9.81};
  scene.joints[0].free_axes = {false, false, true, false, false, false};
  SceneWorld world(scene);
  run(world, 0.3, 240);
  const Vector3d p = world.bodies()[0].X_WB.translation();
  INFO(p.transpose());
  if (kind == scene::JointKind::ball) {
    CHECK(p.norm() == Approx(0.3).margin(k_joint_sag));
    CHECK(p.z() < -0.1);
  }
  if (kind == scene::JointKind::fixed) CHECK((p - Vector3d(0, 0.3, 0)).norm() < k_joint_sag);
  if (kind == scene::JointKind::generic) {
    CHECK(p.head<2>().isApprox(Eigen::Vector2d(0, 0.3), 1e-4));
    CHECK(p.z() == Approx(-0.5 * 9.81 * 0.09).epsilon(0.02));
  }
}

TEST_CASE("pull: a spring of any stiffness brings a body to the cursor", "[world]") {
  const double stiffness = GENERATE(100.0, 1e4, 1e7);
  scene::Scene scene;
  scene.gravity = Vector3d::Zero();
  scene.bodies = {box("box", {0, 0, 0})};
  SceneWorld world(scene);
  const Vector3d p_W(0.3, 0.2, 0.1);
  SECTION("by its centre: it comes to rest there") {
    world.pull(0, Vector3d::Zero(), p_W, stiffness);
    run(world, 5, 60);
    CHECK(world.bodies()[0].X_WB.translation().isApprox(p_W, 1e-6));
  }
  SECTION("by an arm: it may go on swinging about the cursor, never further than the arm") {
    const Vector3d arm(0.1, 0, 0);
    world.pull(0, arm, p_W, stiffness);
    run(world, 5, 60);
    for (int i = 0; i < 60; ++i) {
      world.step(1.0 / 60);
      REQUIRE((world.bodies()[0].X_WB * arm - p_W).norm() < 0.02);
    }
  }
}

TEST_CASE("driven bodies move while the motion runs, and stand while it does not", "[world]") {
  scene::Scene scene;
  scene::SceneBody arm = box("arm", {0.1, 0, 0});
  arm.kind = scene::BodyKind::kinematic;
  scene.bodies = {arm};
  scene::SceneMotion turn;
  turn.name = "turn";
  turn.body = "arm";
  turn.axis = Vector3d::UnitZ();
  turn.p_B = {-0.1, 0, 0};
  turn.table = scene::TimeTable{{0, 1}, {0, 1}, false, 0};
  scene.motions = {turn};
  SceneWorld world(scene);
  run(world, 0.5, 60);
  const Vector3d halfway = 0.1 * Vector3d(std::cos(0.5), std::sin(0.5), 0);
  CHECK(world.bodies()[0].X_WB.translation().isApprox(halfway, 1e-9));
  CHECK(world.readings()[0].unit == "deg");
  CHECK(world.readings()[0].value == Approx(0.5 * 180 / M_PI));
  world.set_motion_running(false);
  run(world, 0.5, 60);
  CHECK(world.bodies()[0].X_WB.translation().isApprox(halfway, 1e-9));
}

TEST_CASE("live changes: softer layers and more load sink the ball to the new closed form",
          "[world]") {
  SceneWorld world(ball_on_plate());
  run(world, 1, 60);
  check_depth(world);
  const double first = world.closed_form()[0].measured;

  const Layer softer{100e3, 0.45, 0.004};
  world.set_layer({0, 0}, softer);
  world.set_layer({1, 0}, softer);
  run(world, 1, 60);
  check_depth(world);
  CHECK(world.closed_form()[0].measured > 1.3 * first);
  CHECK(world.contacts()[0].target_layer.elastic_modulus == 100e3);

  ContactSettings log_law = world.contacts()[0].settings;
  log_law.formulation = Formulation::nonlinear;
  world.set_contact_settings(0, log_law);
  run(world, 1, 60);
  check_depth(world);
}

TEST_CASE("live changes: a value out of range changes nothing", "[world]") {
  SceneWorld world(ball_on_plate());
  const auto surface = world.bodies()[0].meshes[0].surface;
  CHECK_THROWS_AS(world.set_layer({0, 0}, Layer{-1, 0.45, 0.004}), InputError);
  ContactSettings settings = world.contacts()[0].settings;
  settings.max_proximity = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(world.set_contact_settings(0, settings), InputError);
  CHECK_THROWS_AS(world.step(0), InputError);
  CHECK(world.bodies()[0].meshes[0].surface == surface);
  CHECK(world.contacts()[0].settings.max_proximity == 0.01);
  run(world, 1, 60);
  check_depth(world);
}

TEST_CASE("reset: the same steps give the same bits again", "[world]") {
  SceneWorld world(ball_on_plate());
  run(world, 0.5, 60);
  const Pose first = world.bodies()[1].X_WB;
  world.reset();
  CHECK(world.time() == 0);
  CHECK(world.step_count() == 0);
  CHECK(world.bodies()[1].X_WB.translation() == Vector3d(0, 0, 0.03));
  run(world, 0.5, 60);
  CHECK(world.bodies()[1].X_WB.matrix() == first.matrix());
}

TEST_CASE("a body that leaves at an absurd speed is named", "[world]") {
  scene::Scene scene;
  scene.bodies = {box("box", {0, 0, 0})};
  scene.bodies[0].V_WB.linear = {2e3, 0, 0};
  SceneWorld world(scene);
  CHECK_THROWS_WITH(world.step(0.01), Catch::Contains("step 1") && Catch::Contains("'box'"));
}

TEST_CASE("contacts of one sum add up, whichever of them casts", "[scene_world]") {
  scene::Scene scene = ball_on_plate();
  scene::SceneMesh shell =
      scene.bodies[1].meshes[0];  // a second copy of the ball, to press in addition
  shell.name = "shell";
  scene.bodies[1].meshes.push_back(shell);
  scene.bodies[1].density = 0;
  scene.bodies[1].mass = 0.5;
  scene.bodies[1].I_BBcm = Vector3d::Constant(2e-4).asDiagonal();
  scene::SceneContact other = scene.contacts[0];
  other.name = "other";
  other.casting = {"ball", "shell"};
  other.target = {"plate", "top"};
  scene.contacts.push_back(other);
  for (scene::SceneContact& contact : scene.contacts) contact.sum_in = "together";
  scene.closed_forms.clear();
  SceneWorld world(std::move(scene));
  for (int i = 0; i < 10; ++i) world.step(1.0 / 240);
  const std::vector<ContactTotal> totals = contact_totals(world);
  REQUIRE(totals.size() == 1);
  CHECK(totals[0].name == "together");
  const ContactReport &a = *world.contacts()[0].report, &b = *world.contacts()[1].report;
  // Force on the plate, which casts in the first contact.
  const Vector3d on_plate = a.X_WC.linear() * a.result().total.contact_force -
                            b.X_WC.linear() * b.result().total.contact_force;
  REQUIRE(on_plate.z() < -1);
  CHECK((totals[0].statistics.contact_force - on_plate).norm() < 1e-12 * on_plate.norm());
  CHECK(totals[0].statistics.contact_area ==
        Approx(a.result().total.contact_area + b.result().total.contact_area).epsilon(1e-14));
}

TEST_CASE("a world takes the meshes and surfaces of the one before that stay the same", "[world]") {
  scene::Scene scene = ball_on_plate();
  MadeMeshes shared;
  const auto made = [&](const SceneWorld& world, int body) {
    return world.bodies()[body].meshes[0];
  };
  const SceneWorld first(scene, &shared);
  scene.bodies[1].meshes[0].X_BM.translation().z() += 1e-3;
  const SceneWorld moved(scene, &shared), alone(scene);
  for (const int body : {0, 1}) {
    CHECK(made(moved, body).mesh == made(first, body).mesh);
    CHECK(made(moved, body).surface == made(first, body).surface);
    CHECK(made(alone, body).surface != made(first, body).surface);
  }
  scene.bodies[1].meshes[0].layer->thickness *= 2;
  const SceneWorld thicker(scene, &shared);
  CHECK(made(thicker, 0).surface == made(first, 0).surface);
  CHECK(made(thicker, 1).mesh == made(first, 1).mesh);
  CHECK(made(thicker, 1).surface != made(first, 1).surface);
  CHECK(made(thicker, 1).surface->layer(0) == *scene.bodies[1].meshes[0].layer);
  CHECK(&made(thicker, 1).surface->tree() == &made(first, 1).surface->tree());
  scene.contacts.clear();
  scene.closed_forms.clear();
  const SceneWorld apart(scene, &shared);
  CHECK(made(apart, 1).mesh == made(first, 1).mesh);
  CHECK(made(apart, 1).surface == nullptr);
}

TEST_CASE("averaged layers are a finding as long as they are averaged", "[world][findings]") {
  scene::Scene scene = ball_on_plate();
  scene.bodies[1].meshes[0].layer->elastic_modulus = 2e11;
  SceneWorld world(scene);
  ContactWatch watch(world);
  const auto is_said = [&] {
    const std::vector<Finding> findings = watch.findings(world, false);
    return std::ranges::find(findings, "lumped_layers", &Finding::kind) != findings.end();
  };
  CHECK(is_said());
  world.step(1.0 / 240);
  watch.observe(world);
  CHECK(is_said());
  ContactSettings in_series = world.contacts()[0].settings;
  in_series.lumped = false;
  world.set_contact_settings(0, in_series);
  world.reset();
  watch.restart();
  world.step(1.0 / 240);
  watch.observe(world);
  CHECK_FALSE(is_said());
}

}  // namespace condyle::test::scene_world_tests
