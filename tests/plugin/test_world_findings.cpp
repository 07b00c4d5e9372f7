// Plugin::findings(): what looks wrong in a user's world, before it falls through the floor.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "plugin/test_world.h"

namespace condyle::test::world_findings_tests {
namespace {

constexpr double k_radius = 0.02;

std::shared_ptr<const ContactSurface> ball_surface(double scale = 1) {
  return std::make_shared<const ContactSurface>(
      mesh::make_icosphere(scale * k_radius, 3),
      Layer{k_polyethylene.elastic_modulus, 0.46, scale * 0.004}, "ball");
}

std::shared_ptr<const ContactSurface> plate_surface(double scale = 1) {
  return std::make_shared<const ContactSurface>(
      mesh::make_box({scale * 2.0, scale * 2.0, scale * 0.04}, {8, 8, 1}),
      Layer{k_polyethylene.elastic_modulus, 0.46, scale * 0.004}, "plate");
}

btRigidBody& add_ball(TestWorld& world, const std::shared_ptr<const ContactSurface>& surface,
                      const Eigen::Vector3d& position) {
  return world.add_mesh_body(surface, 0.1, sphere_inertia(0.1, k_radius), position);
}

std::vector<std::string> kinds(const TestWorld& world) {
  std::vector<std::string> kinds;
  for (const Finding& finding : world.plugin->findings()) kinds.push_back(finding.kind);
  return kinds;
}

}  // namespace

TEST_CASE("world findings: ten balls put into one another, and where", "[findings]") {
  TestWorld world;
  world.add_mesh_body(plate_surface(), 0, {}, {0, 0, -0.02});
  const auto ball = ball_surface();
  for (int i = 0; i < 10; ++i) add_ball(world, ball, {0.032 * i, 0, k_radius});
  std::vector<Finding> found = world.plugin->findings();
  // Neighbours, 32 mm apart, overlap by 8 mm in the middle, less what facets lack.
  REQUIRE(found.size() == 9);
  for (const Finding& finding : found) {
    CAPTURE(finding.text);
    CHECK(finding.kind == "initial_overlap");
    CHECK(finding.numbers[0].second == Approx(8e-3).epsilon(0.05));
  }
  CHECK(found[0].place == "'collider 2' on 'collider 1'");

  // Deeper than the window: what is ignored is said too, also after steps.
  btTransform down(btQuaternion::getIdentity(),
                   bullet::to_bullet(Eigen::Vector3d(0.288, 0, -0.015)));
  world.bodies.back()->setWorldTransform(down);
  world.step(1e-4);
  found = world.plugin->findings();
  REQUIRE_FALSE(found.empty());
  const auto is_sunk = [](const Finding& finding) {
    return finding.kind == "beyond_max_proximity" &&
           finding.place == "'collider 10' on 'collider 0'";
  };
  CHECK(std::any_of(found.begin(), found.end(), is_sunk));
}

TEST_CASE("world findings: of two plates only the one that applies force holds a ball, or is named",
          "[findings]") {
  TestWorld world;
  world.add_mesh_body(plate_surface(), 0, {}, {0, 0, 0});      // its top is 20 mm up
  world.add_mesh_body(plate_surface(), 0, {}, {0, 0, -0.04});  // its top is 20 mm down
  btRigidBody& ball = add_ball(world, ball_surface(), {0, 0, 0.035});
  ContactSettings settings;
  settings.applies_force = false;
  world.plugin->set_contact(world.colliders[0], world.colliders[2], settings);
  CHECK(kinds(world).empty());
  const auto height = [&ball] { return double(ball.getWorldTransform().getOrigin().z()); };
  world.step(1.0 / 240);
  CHECK(world.plugin->pairs().empty());
  CHECK(double(ball.getLinearVelocity().z()) == Approx(-k_gravity / 240).epsilon(1e-5));
  ContactSettings damped;
  damped.dissipation = 5;
  world.plugin->set_contact(world.colliders[1], world.colliders[2], damped);
  world.step(1.0 / 240, 480);
  CHECK(height() == Approx(0.0).margin(1e-3));  // through the first, on the second
  settings.applies_force = true;
  world.plugin->set_contact(world.colliders[0], world.colliders[2], settings);
  world.step(1.0 / 240);
  CHECK_FALSE(kinds(world).empty());
}

TEST_CASE("world findings: a world in millimetres with defaults in SI", "[findings]") {
  TestWorld world;
  world.world.setGravity({0, 0, -9810});
  world.add_mesh_body(plate_surface(1e3), 0, {}, {0, 0, -20});
  btRigidBody& ball = add_ball(world, ball_surface(1e3), {0, 0, 30});
  add_ball(world, ball_surface(1e3), {100, 0, 30});
  CHECK(kinds(world) == std::vector<std::string>{"units"});
  world.step(1.0 / 240, 60);
  CHECK(ball.getWorldTransform().getOrigin().z() < -40);  // it did fall through

  // With a window in millimetres it stays on the plate.
  TestWorld right;
  right.world.setGravity({0, 0, -9810});
  ContactSettings settings;
  settings.max_proximity *= 1e3;
  right.plugin->set_default_contact(settings);
  right.add_mesh_body(plate_surface(1e3), 0, {}, {0, 0, -20});
  btRigidBody& resting = add_ball(right, ball_surface(1e3), {0, 0, 30});
  CHECK(kinds(right).empty());
  right.step(1.0 / 240, 60);
  CHECK(resting.getWorldTransform().getOrigin().z() > 10);
}

TEST_CASE("world findings: none of a hundred good pairs, of bodies that may not touch or are gone",
          "[findings]") {
  std::mt19937 random(52);
  std::uniform_real_distribution<double> gap(1e-5, 1e-3);
  TestWorld world;
  world.add_mesh_body(plate_surface(), 0, {}, {0, 0, -0.02});
  const auto ball = ball_surface();
  for (int i = 0; i < 100; ++i)
    add_ball(world, ball, {0.05 * (i % 10), 0.05 * (i / 10), k_radius + gap(random)});
  CHECK(kinds(world).empty());
  world.step(1.0 / 240, 20);
  CHECK(kinds(world).empty());

  btRigidBody& last = *world.bodies.back();
  last.setWorldTransform(btTransform(btQuaternion::getIdentity(),
                                     bullet::to_bullet(Eigen::Vector3d(0.4, 0.45, 0.02))));
  CHECK_FALSE(kinds(world).empty());
  last.setIgnoreCollisionCheck(world.bodies[world.bodies.size() - 2].get(), true);
  CHECK(kinds(world).empty());
  last.setIgnoreCollisionCheck(world.bodies[world.bodies.size() - 2].get(), false);
  CHECK_FALSE(kinds(world).empty());
  world.plugin->remove_collider(world.colliders.back());
  world.world.removeRigidBody(&last);
  CHECK(kinds(world).empty());
}

TEST_CASE("world findings: averaged layers of metal and plastic, once for two materials",
          "[findings]") {
  TestWorld world;
  world.add_mesh_body(plate_surface(), 0, {}, {0, 0, -0.02});
  const auto metal = std::make_shared<const ContactSurface>(mesh::make_icosphere(k_radius, 3),
                                                            Layer{2e11, 0.3, 0.004}, "ball");
  for (int i = 0; i < 3; ++i) add_ball(world, metal, {0.1 * i, 0, 0.1});
  CHECK(kinds(world) == std::vector<std::string>{"lumped_layers"});
  ContactSettings settings;
  settings.lumped = false;
  world.plugin->set_default_contact(settings);
  CHECK(kinds(world).empty());
}

TEST_CASE("world findings: a closed mesh that is inside out, once, and none of a cavity",
          "[findings]") {
  const auto turned = [](TriangleMesh mesh) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
  };
  const TriangleMesh ball = mesh::make_icosphere(k_radius, 3);
  TriangleMesh hollow = ball;
  for (const auto& [a, b, c] : turned(ball).triangles) {
    const int first = static_cast<int>(ball.vertices.size());
    hollow.triangles.push_back({first + a, first + b, first + c});
  }
  for (const Eigen::Vector3d& vertex : ball.vertices) hollow.vertices.push_back(vertex / 2);
  const auto [mesh, expected] = GENERATE_COPY(table<TriangleMesh, std::vector<std::string>>(
      {{ball, {}}, {turned(ball), {"mesh_inward"}}, {hollow, {}}}));
  TestWorld world;
  const auto surface =
      std::make_shared<const ContactSurface>(mesh, ball_surface()->layer(0), "ball");
  for (int i = 0; i < 3; ++i) add_ball(world, surface, {0.1 * i, 0, 0.1});
  CHECK(kinds(world) == expected);
}

}  // namespace condyle::test::world_findings_tests
