#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/layer.h"
#include "condyle/mesh/primitives.h"
#include "core/solver/small_engine.h"

// Soft directions: displacements follow the mean of two velocities where contact is soft
// (solver/soft_directions.h).

namespace condyle::test::soft_directions_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_mass = 2, k_side = 0.08, k_g = 9.81;
const Layer k_layer{2e5, 0.4, 0.004};

/// Stiffness of the block's lower face on the plate, with both layers lumped [N/m].
double stiffness() { return k_side * k_side * constrained_modulus(2e5, 0.4) / 0.008; }

/// A block whose lower face lies `depth` deep in a static plate.
struct BlockOnPlate {
  explicit BlockOnPlate(double depth) {
    SmallBody block, plate;
    block.mass = k_mass;
    block.inertia.setConstant(k_mass * k_side * k_side / 6);
    block.X_WB.translation().z() = 0.5 * k_side - depth;
    block.surface = std::make_shared<ContactSurface>(
        mesh::make_box(Vector3d::Constant(k_side), {10, 10, 1}), k_layer);
    plate.X_WB.translation().z() = -0.01;
    plate.surface =
        std::make_shared<ContactSurface>(mesh::make_box({0.4, 0.4, 0.02}, {4, 4, 1}), k_layer);
    engine.bodies = {block, plate};
    engine.add_pair(0, 1, {});
  }
  Eigen::Ref<Vector3d> velocity() { return engine.bodies[0].velocity.tail<3>(); }
  Vector3d place() const { return engine.bodies[0].X_WB.translation(); }
  double energy() {
    const double depth = std::max(0.0, 0.5 * k_side - place().z());
    return 0.5 * k_mass * velocity().squaredNorm() + 0.5 * stiffness() * depth * depth;
  }

  NoRows rows;
  SmallEngine engine{rows};
};

}  // namespace

TEST_CASE("a flat bounce gains no energy, whatever its frequency over the step",
          "[solver][soft_directions]") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-2, 1.5), part(0.1, 1);
  const double frequency = std::sqrt(stiffness() / k_mass);
  for (int run = 0; run < 60; ++run) {
    const double step = std::pow(10, exponent(random)) / frequency;
    BlockOnPlate bounce(0);
    bounce.engine.gravity.setZero();
    bounce.velocity() = Vector3d(part(random), 0, -1e-4 * part(random) * frequency);
    CAPTURE(run, step * frequency);
    const double start = bounce.energy();
    double most = 0;
    for (int i = 0; i < 50; ++i) {
      bounce.engine.step(step);
      most = std::max(most, bounce.energy());
    }
    // A pair's account lets it give a ten-thousandth more energy than it has.
    CHECK(most < start * (1 + 1e-4));
  }
}

TEST_CASE("a block that slides vibrates by the stated rule, step by step",
          "[solver][soft_directions]") {
  const double z = GENERATE(1e-3, 0.1, 1.0, 10.0);  // (w h)^2
  CAPTURE(z);
  const double frequency = std::sqrt(stiffness() / k_mass), h = std::sqrt(z) / frequency;
  const double at_rest = k_mass * k_g / stiffness();
  BlockOnPlate slide(1.5 * at_rest);       // it never leaves the plate
  slide.engine.settings.max_substeps = 1;  // steps that gain energy go by backward Euler at once
  slide.velocity().x() = 0.5;
  slide.engine.step(h);  // the first step has no record of earlier motion
  int soft_steps = 0;
  for (int i = 0; i < 40; ++i) {
    const double x0 = slide.place().z() - 0.5 * k_side + at_rest, v0 = slide.velocity().z();
    slide.engine.step(h);
    const double part = slide.engine.island().group.soft_part;
    if (part > 0.9) ++soft_steps;
    // v1 = v0 - h w^2 x_f, x_f = x0 + h (v1 - F (v1 - v0) / 2) - h F (v0 + v1) / 4
    const double F = part * (1 - std::pow(z / (1 + z), 2));
    const double h_w2 = z / h;
    const double v1 = (v0 - h_w2 * (x0 + h * F * v0 / 4)) / (1 + z * (1 - 0.75 * F));
    const double x1 = x0 + h * (v1 - F * (v1 - v0) / 2);
    const double size = at_rest * frequency;
    CHECK(slide.velocity().z() ==
          Approx(v1).margin(1e-7 * size));  // passes end at 1e-9 of momentum
    CHECK(slide.place().z() - 0.5 * k_side + at_rest == Approx(x1).margin(1e-7 * at_rest));
  }
  CHECK(soft_steps > 20);  // else it checks backward Euler alone
}

TEST_CASE("what slides without friction goes by the exact parabola", "[solver][soft_directions]") {
  constexpr double k_dt = 1.0 / 60, k_slope = 0.5;
  constexpr int k_steps = 30;
  BlockOnPlate slide(k_mass * k_g / stiffness());
  slide.engine.gravity = {k_slope, 0, -k_g};
  slide.velocity().x() = -0.2;
  slide.engine.step(k_dt);  // the first step has no record of earlier motion
  const double x = slide.place().x(), v = slide.velocity().x(), t = k_steps * k_dt;
  for (int i = 0; i < k_steps; ++i) slide.engine.step(k_dt);
  const double exact = x + v * t + 0.5 * k_slope * t * t;
  // Backward Euler overshoots by half of slope times dt times t. Near the turning point, where
  // little moves, the soft part is smaller.
  CHECK(std::abs(slide.place().x() - exact) < 0.2 * 0.5 * k_slope * k_dt * t);
  CHECK(slide.velocity().x() == Approx(v + k_slope * t).epsilon(1e-12));
}

TEST_CASE("bodies that nothing holds move by backward Euler", "[solver][soft_directions]") {
  constexpr double k_dt = 1e-3;
  BlockOnPlate free(1e-5);
  free.engine.gravity.setZero();
  free.engine.bodies[1].mass = 3;
  free.engine.bodies[1].inertia.setConstant(0.04);
  free.velocity() = Vector3d(0.3, 0.1, 0);
  for (int i = 0; i < 20; ++i) {
    const Vector3d before = free.place();
    free.engine.step(k_dt);
    CHECK((free.place() - before - k_dt * free.velocity()).norm() < 1e-15);
  }
}

}  // namespace condyle::test::soft_directions_tests
