#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/test_world.h"
#include "support/soak.h"

// A world survives any step that it was given: contact that finds no balance, as of steel bodies in
// long steps, is left out of a sub-step, or the step is taken back.

namespace condyle::test::lost_steps_tests {
namespace {

using Catch::Contains;
using Eigen::Vector3d;

/// Boxes and balls of steel that drop on a plate and on one another: meshes or Bullet's own shapes.
class SteelDrop {
 public:
  explicit SteelDrop(unsigned seed) : draw_(seed) {
    rate = draw(0, 1) < 0.5 ? 60 : 120;
    layer_.thickness = draw(0.002, 0.006);
    contact.friction.mode = draw(0, 1) < 0.5 ? FrictionMode::off : FrictionMode::on;
    contact.dissipation = draw(0, 1) < 0.5 ? 0 : draw(0, 1);
    world.plugin->set_default_contact(contact);
    world.add_mesh_body(mesh::make_plane_grid(1, 1, 4, 4), layer_, 0, btVector3(0, 0, 0),
                        Vector3d::Zero());
    const int count = 1 + static_cast<int>(draw(0, 5));
    for (int i = 0; i < count; ++i) add_body(0.08 + 0.12 * i);
  }

  void step() { world.step(1 / rate); }
  void run(double time) {
    for (int i = 0; i < static_cast<int>(time * rate); ++i) step();
  }

  TestWorld world;
  ContactSettings contact;
  double rate = 0;

 private:
  double draw(double least, double most) {
    return least + (most - least) * static_cast<double>(draw_()) /
                       4294967296.0;  // the same with any library
  }

  void add_body(double height) {
    const double mass = std::pow(10, draw(-2.5, 1)), radius = draw(0.005, 0.04);
    const Vector3d size(draw(0.01, 0.06), draw(0.01, 0.06), draw(0.01, 0.06));
    const Vector3d place(draw(-0.02, 0.02), draw(-0.02, 0.02), height);
    const Vector3d turn(draw(-3, 3), draw(-3, 3), draw(-3, 3));
    const Eigen::Quaterniond rotation(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    const bool is_ball = draw(0, 1) < 0.3;
    const btVector3 inertia = is_ball ? sphere_inertia(mass, radius) : box_inertia(mass, size);
    const int segments = draw(0, 1) < 0.5 ? 1 : 6;
    btRigidBody& body =
        world.add_mesh_body(is_ball ? mesh::make_icosphere(radius, 3)
                                    : mesh::make_box(size, {segments, segments, segments}),
                            layer_, mass, inertia, place, rotation);
    const auto along = [this](double most) { return btScalar(draw(-most, most)); };
    body.setLinearVelocity({along(1), along(1), along(2) - 2});
    body.setAngularVelocity({along(10), along(10), along(10)});
  }

  std::mt19937 draw_;
  Layer layer_{200e9, 0.3, 0.004};
};

/// What a failing step says; empty if it does not fail.
std::string error_of(SteelDrop& drop) {
  try {
    drop.step();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("steel that finds no balance is let go for a sub-step, which is reported, and goes on",
          "[bullet][lost]") {
  // Of 600 drops, eight have a sub-step that finds no balance even at its finest. Which ones
  // depends on rounding, so in single precision these may find one.
  int let_go = 0;
  for (const unsigned seed : {77u, 186u}) {
    CAPTURE(seed);
    SteelDrop drop(seed);
    REQUIRE_NOTHROW(drop.run(1));
    const StepTotals& totals = drop.world.plugin->step_totals();
    if (totals.residual < 1) continue;
    ++let_go;
    CHECK(totals.steps_out_of_balance > 0);
    CHECK_THAT(totals.where, Contains("' on '"));
  }
  CHECK(let_go >= (k_double_engine ? 2 : 0));
}

TEST_CASE("random drops of steel never end the run", "[bullet][lost]") {
  constexpr unsigned k_first_seed = 5100;
  for (unsigned seed = k_first_seed; seed < k_first_seed + 8; ++seed) {
    CAPTURE(seed);
    SteelDrop drop(seed);
    CHECK_NOTHROW(drop.run(0.5));
  }
}

TEST_CASE("soak: random drops of steel never end the run", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    SteelDrop drop(seed);
    CHECK_NOTHROW(drop.run(1));
  }
}

TEST_CASE("a step that finds no balance leaves the world as it was, to the bit", "[bullet][lost]") {
  // Forces along the casting normal follow from no energy, so such contact is not let go.
  // Of 300 drops, 20 fail in this way, among them those of seeds 33, 37, 56 and 60 (40 does not).
  int failed = 0;
  for (unsigned seed : {33u, 37u, 40u, 56u, 60u}) {
    CAPTURE(seed);
    SteelDrop drop(seed);
    drop.contact.force_direction = ForceDirection::casting;
    drop.world.plugin->set_default_contact(drop.contact);
    for (int i = 0; i < drop.rate / 2; ++i) {
      const auto before = bits_of(drop.world.world);
      const double time = drop.world.plugin->time();
      const std::string error = error_of(drop);
      if (error.empty()) continue;
      ++failed;
      CHECK_THAT(error, Contains("presses on 'collider ") && Contains("give softer layers"));
      CHECK(bits_of(drop.world.world) == before);
      CHECK(drop.world.plugin->time() == time);
      CHECK(drop.world.plugin->pairs().empty());
      CHECK(error_of(drop) == error);  // nothing has changed
      CHECK(bits_of(drop.world.world) == before);
      drop.contact.force_direction = ForceDirection::target;
      drop.world.plugin->set_default_contact(drop.contact);
      CHECK_NOTHROW(drop.run(0.25));
      break;
    }
  }
  CHECK(failed > 0);
}

}  // namespace condyle::test::lost_steps_tests
