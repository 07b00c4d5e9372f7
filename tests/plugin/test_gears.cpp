#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"
#include "plugin/test_world.h"

// A wheel on a hinge of Bullet, driven through its teeth by a wheel that the user turns. Without
// the hinge the tooth force would tilt the light wheel in one step: the group's matrix is neither
// symmetric nor definite, and solving the joints' rows one after another diverges.

namespace condyle::test::gears_tests {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double k_pi = std::numbers::pi;
constexpr double k_module = 0.002, k_pressure_angle = 20 * k_pi / 180, k_width = 0.008;
constexpr int k_pinion_teeth = 18, k_wheel_teeth = 30;
constexpr double k_distance = k_module * (k_pinion_teeth + k_wheel_teeth) / 2;
constexpr double k_speed = 1, k_torque = 2;  // speed of the pinion [rad/s], load on the wheel [N m]
constexpr double k_friction = 0.1;
constexpr Layer k_polyamide{1.5e9, 0.35, 0.004};

/// Involute teeth of the basic rack, 80 micrometres thinner, with radial flanks below the base
/// circle.
TriangleMesh gear(int teeth) {
  const double pitch = k_module * teeth / 2, base = pitch * std::cos(k_pressure_angle);
  const double tip = pitch + k_module, root = pitch - 1.25 * k_module;
  const auto roll = [base](double radius) {
    const double t = std::sqrt(std::max(0.0, radius * radius / (base * base) - 1));
    return t - std::atan(t);
  };
  constexpr int k_pieces = 18;
  mesh::PlaneCurve outline;
  outline.is_closed = true;
  for (int tooth = 0; tooth < teeth; ++tooth) {
    for (int i = -k_pieces; i <= k_pieces; ++i) {
      if (i == 0) continue;  // two flanks, from root to tip and back
      const double part = 1 - (std::abs(i) - 1.0) / (k_pieces - 1);
      const double radius = std::sqrt(root * root + part * (tip * tip - root * root));
      const double half = k_pi / (2 * teeth) - 4e-5 / pitch + roll(pitch) - roll(radius);
      const double angle = 2 * k_pi * tooth / teeth + (i < 0 ? -half : half);
      outline.points.push_back(radius * Vector2d(std::cos(angle), std::sin(angle)));
    }
  }
  return mesh::extrude(outline, k_width, 3e-4);
}

struct Gears {
  Gears(bool pinion_casts, double dissipation) {
    const auto turned = [](double angle) {
      return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
    };
    pinion =
        &world.add_mesh_body(gear(k_pinion_teeth), k_polyamide, 0, btVector3(0, 0, 0), {0, 0, 0});
    pinion->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    pinion->setMotionState(&state);
    const auto i = static_cast<btScalar>(1e-5);
    wheel = &world.add_mesh_body(gear(k_wheel_teeth), k_polyamide, 0.04, btVector3(i, i, 2 * i),
                                 {k_distance, 0, 0}, turned(k_pi + k_pi / k_wheel_teeth));
    hinge = std::make_unique<btHingeConstraint>(*wheel, btVector3(0, 0, 0), btVector3(0, 0, 1));
    world.world.addConstraint(hinge.get());
    ContactSettings settings;
    settings.max_proximity = 1e-3;
    settings.dissipation = dissipation;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = k_friction;
    const auto& id = world.colliders;
    world.plugin->set_contact(id[pinion_casts ? 0 : 1], id[pinion_casts ? 1 : 0], settings, {},
                              CastingSide::first);
  }
  ~Gears() { pinion->setMotionState(nullptr); }

  void step(double dt) {
    time += dt;
    const auto angle = static_cast<btScalar>(k_speed * time);
    state.setWorldTransform(
        btTransform(btQuaternion(btVector3(0, 0, 1), angle), btVector3(0, 0, 0)));
    wheel->applyTorque(
        btVector3(0, 0, static_cast<btScalar>(k_torque * std::min(1.0, time / 0.1))));
    world.step(dt);
  }

  /// Power that the teeth take from the pinion in the last step [W].
  double power_in() const {
    double sum = 0;
    for (const auto& pair : world.plugin->pairs()) {
      const bool pinion_casts = pair.casting == world.colliders[0];
      const Vector3d arm = pinion_casts ? Vector3d(0, 0, 0) : Vector3d(k_distance, 0, 0);
      const double moment = (pair.F_casting_W.moment + arm.cross(pair.F_casting_W.force)).z();
      sum += (pinion_casts ? -1 : 1) * moment * k_speed;
    }
    return sum;
  }
  double power_out() const {
    return -k_torque * static_cast<double>(wheel->getAngularVelocity().z());
  }
  double hinge_error() const {
    return (bullet::to_eigen(wheel->getWorldTransform().getOrigin()) - Vector3d(k_distance, 0, 0))
        .norm();
  }

  TestWorld world;
  btDefaultMotionState state;
  btRigidBody *pinion = nullptr, *wheel = nullptr;
  std::unique_ptr<btHingeConstraint> hinge;
  double time = 0;
};

/// pi (1/z1 + 1/z2) (1 - e + e1^2 + e2^2), with e1 and e2 the contact ratios of both addenda, e
/// their sum.
double loss_factor() {
  const auto contact_ratio = [](int teeth) {
    const double pitch = k_module * teeth / 2, base = pitch * std::cos(k_pressure_angle);
    const double tip = pitch + k_module;
    return (std::sqrt(tip * tip - base * base) - pitch * std::sin(k_pressure_angle)) /
           (k_pi * k_module * std::cos(k_pressure_angle));
  };
  const double e1 = contact_ratio(k_pinion_teeth), e2 = contact_ratio(k_wheel_teeth);
  return k_pi * (1.0 / k_pinion_teeth + 1.0 / k_wheel_teeth) * (1 - e1 - e2 + e1 * e1 + e2 * e2);
}

}  // namespace

TEST_CASE("a wheel on a hinge follows the teeth of another", "[bullet][gears]") {
  const double rate = GENERATE(60., 1000.);
  const double dissipation = GENERATE(0., 2.);
  const bool pinion_casts = GENERATE(false, true);
  CAPTURE(rate, dissipation, pinion_casts);
  Gears gears(pinion_casts, dissipation);
  const double tooth = 2 * k_pi / k_pinion_teeth / k_speed;  // time per tooth
  const int start = static_cast<int>(std::lround(0.2 * rate));
  const int count = static_cast<int>(std::lround(tooth * rate));
  for (int i = 0; i < start; ++i) gears.step(1 / rate);
  double in = 0, out = 0, off = 0;
  for (int i = 0; i < count; ++i) {
    gears.step(1 / rate);
    REQUIRE(std::isfinite(gears.power_out()));
    in += gears.power_in() / count;
    out += gears.power_out() / count;
    off = std::max(off, gears.hinge_error());
  }
  // Bullet's hinge corrects a fifth of its error per step, and the error of a step is of second
  // order.
  CHECK(off < (rate < 100 ? 2e-5 : 2e-8));
  // At 60 Hz a step moves the flanks by seven times their depth, so teeth meet with a bump.
  const double expected = k_torque * k_speed * k_pinion_teeth / k_wheel_teeth;
  CHECK(out == Approx(expected).epsilon(rate < 100 ? 0.05 : 1e-3));
  if (rate < 100) return;
  // The loss by friction follows Ohlendorf's loss factor (1958), which assumes equal loads on two
  // pairs of teeth, and full friction even at slow slip near the pitch point.
  CHECK((in - out) / out == Approx(k_friction * loss_factor()).epsilon(0.1));
}

}  // namespace condyle::test::gears_tests
