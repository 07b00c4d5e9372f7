#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "plugin/test_world.h"

// The casting side, or both sides, in Bullet.

namespace condyle::test::casting_side_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{2e6, 0.3, 0.01};

/// A coarse and a fine ball that meet obliquely, spinning.
struct TwoBalls {
  TwoBalls() {
    world.world.setGravity(btVector3(0, 0, 0));
    coarse = &world.add_mesh_body(mesh::make_icosphere(0.04, 3), k_soft, 0.3,
                                  sphere_inertia(0.3, 0.04), {-0.041, 0, 0});
    fine = &world.add_mesh_body(mesh::make_icosphere(0.04, 4), k_soft, 1.1,
                                sphere_inertia(1.1, 0.04), {0.038, 0.01, 0.005});
    coarse->setLinearVelocity(btVector3(1, 0, 0));
    coarse->setAngularVelocity(btVector3(3, -2, 5));
    settings.friction = {0.3, 0.3, 1e-3, 1.5e-3};
  }

  void join(int casting, int target, CastingSide side) {
    world.plugin->set_contact(world.colliders[casting], world.colliders[target], settings, {},
                              side);
  }

  TestWorld world;
  btRigidBody *coarse = nullptr, *fine = nullptr;
  ContactSettings settings;
};

/// Force on the coarse ball, summed over all reports [N].
Vector3d force_on_coarse(const TestWorld& world) {
  Vector3d sum = Vector3d::Zero();
  for (const PairReport& report : world.plugin->pairs())
    sum += (report.casting == world.colliders[0] ? 1 : -1) * report.F_casting_W.force;
  return sum;
}

}  // namespace

TEST_CASE("where both sides cast it does not matter which is named first", "[bullet][casting]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  TwoBalls named, swapped;
  named.join(0, 1, CastingSide::both);
  swapped.join(1, 0, CastingSide::both);
  btRigidBody* const bodies[] = {named.coarse, named.fine};
  const Vector6 start = momentum(bodies);
  double largest = 0;
  for (int i = 0; i < static_cast<int>(0.1 * rate); ++i) {
    named.world.step(1 / rate);
    swapped.world.step(1 / rate);
    const std::size_t reports = named.world.plugin->pairs().size();
    REQUIRE((reports == 0 || reports == 2));  // no reports before the balls are near
    largest = std::max(largest, force_on_coarse(named.world).norm());
    REQUIRE((momentum(bodies) - start).norm() < (k_double_engine ? 1e-12 : 1e-5));
  }
  CHECK(largest > 1);  // they met
  // The sums are formed in another order, and an impact magnifies the difference in rounding about
  // tenfold.
  const double tolerance = k_double_engine ? 1e-12 : 1e-4;
  for (const auto& [a, b] : {std::pair(named.coarse, swapped.coarse), {named.fine, swapped.fine}}) {
    CHECK((a->getLinearVelocity() - b->getLinearVelocity()).length() < tolerance);
    CHECK((a->getAngularVelocity() - b->getAngularVelocity()).length() < 30 * tolerance);
  }
}

TEST_CASE("both casts give the mean of either, where it is small", "[bullet][casting]") {
  // In a short first step the bodies hardly move, so the force is the one at their first poses.
  const auto first_force = [](int casting, int target, CastingSide side) {
    TwoBalls balls;
    balls.join(casting, target, side);
    balls.world.step(1e-5);
    return force_on_coarse(balls.world);
  };
  const Vector3d by_coarse = first_force(0, 1, CastingSide::first);
  const Vector3d by_fine = first_force(1, 0, CastingSide::first);
  const Vector3d by_both = first_force(0, 1, CastingSide::both);
  REQUIRE(by_both.norm() > 0.01);
  CHECK((by_coarse - by_fine).norm() > 1e-3 * by_both.norm());
  CHECK((by_both - 0.5 * (by_coarse + by_fine)).norm() < 1e-4 * by_both.norm());
  CHECK(first_force(0, 1, CastingSide::automatic) == by_fine);
  CHECK(first_force(1, 0, CastingSide::automatic) == by_fine);
}

TEST_CASE("a pair is set anew with another casting side", "[bullet][casting]") {
  TwoBalls balls;
  const auto reports = [&] {
    balls.world.step(1e-4);
    return balls.world.plugin->pairs().size();
  };
  balls.join(0, 1, CastingSide::both);
  CHECK(reports() == 2);
  balls.join(1, 0, CastingSide::first);
  CHECK(reports() == 1);
  CHECK(balls.world.plugin->pairs()[0].casting == balls.world.colliders[1]);
  balls.join(1, 0, CastingSide::both);
  CHECK(reports() == 2);
  balls.world.plugin->set_default_contact({});
  CHECK(reports() == 2);
  const Region all{"all", {0}};
  CHECK_THROWS_AS(
      balls.world.plugin->set_contact(balls.world.colliders[0], balls.world.colliders[1],
                                      balls.settings, {all}, CastingSide::automatic),
      InputError);
}

TEST_CASE("a ball rests on a layer whose nodes cast", "[bullet][casting]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.06, 0.06, 60, 60), k_soft, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.03, 4), k_soft, 0.9,
                                          sphere_inertia(0.9, 0.03), {0, 0, 0.0299});
  ball.setDamping(0.5, 0.5);
  ContactSettings settings{.dissipation = 1};
  const auto join = [&](CastingElements elements) {
    settings.casts_from = elements;
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings);
    world.step(1 / rate, static_cast<int>(2 * rate));
    return world.plugin->pairs()[0].F_casting_W.force.norm();
  };
  const double weight = 0.9 * k_gravity;
  // At rest, except for the motion that a second of damping leaves after a fall of 0.1 mm.
  const double tolerance = k_double_engine ? 1e-4 : 1e-3;
  CHECK(join(CastingElements::nodes) == Approx(weight).epsilon(tolerance));
  const PairReport& report = world.plugin->pairs()[0];
  CHECK(report.casting_map().pressure.size() == 2 * 60 * 60);
  CHECK(report.result().casting->pressure.size() == 61 * 61);
  const double depth = report.result().total.max_proximity;
  CHECK(join(CastingElements::triangles) == Approx(weight).epsilon(tolerance));
  // Two quadratures of the same pressure, over some 60 cells.
  CHECK(world.plugin->pairs()[0].result().total.max_proximity == Approx(depth).epsilon(0.03));
}

TEST_CASE("default settings with other casting elements make pairs anew", "[bullet][casting]") {
  TwoBalls balls;
  bullet::Plugin& plugin = *balls.world.plugin;
  balls.world.step(1e-4);
  REQUIRE(plugin.pairs().size() == 1);
  const std::size_t triangles = plugin.pairs()[0].result().casting->pressure.size();
  ContactSettings by_nodes = balls.settings;
  by_nodes.casts_from = CastingElements::nodes;
  plugin.set_default_contact(by_nodes);
  CHECK(plugin.pairs().empty());  // they were reports of pairs that are gone
  plugin.set_default_contact(by_nodes);
  balls.world.step(1e-4);
  REQUIRE(plugin.pairs().size() == 1);
  CHECK(plugin.pairs()[0].result().casting->pressure.size() < triangles);
  CHECK(plugin.pairs()[0].casting_map().pressure.size() == triangles);
}

}  // namespace condyle::test::casting_side_tests
