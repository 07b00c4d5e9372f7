// Two free bodies of odd shapes meet at random: they gain no energy, and keep their momentum.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/error.h"
#include "condyle/world/step_report.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"
#include "support/odd_shapes.h"
#include "support/soak.h"

namespace condyle::test::meeting_tests {
namespace {

using Eigen::Vector3d;

class Meeting {
 public:
  explicit Meeting(unsigned seed) : random_(seed) {
    world_.world.setGravity(btVector3(0, 0, 0));
    btRigidBody& left = add({-0.05, 0, 0});
    btRigidBody& right = add({0.05, between(-0.01, 0.01), between(-0.01, 0.01)});
    left.setLinearVelocity(drift(1));
    right.setLinearVelocity(drift(-1));
    left.setAngularVelocity(bullet::to_bullet(Vector3d(3 * vector())));
    ContactSettings settings;
    if (pick(3) == 0) settings.formulation = Formulation::nonlinear;
    if (pick(2) == 0) settings.dissipation = 0.5;
    if (pick(2) == 0)
      settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.4;
    world_.plugin->set_default_contact(settings);
    constexpr double k_rates[] = {30, 60, 240, 1000};
    rate_ = k_rates[pick(4)];
  }

  double energy() const {
    double sum = 0;
    for (const auto& body : world_.bodies) sum += kinetic_energy(*body);
    return sum;
  }
  Vector3d momentum() const {
    Vector3d sum = Vector3d::Zero();
    for (const auto& body : world_.bodies)
      sum += bullet::to_eigen(body->getLinearVelocity()) / double(body->getInvMass());
    return sum;
  }
  /// Whether Bullet alone moved the bodies in the last step. Its gyroscopic torque then adds energy
  /// to a body that turns by more than a radian a step.
  bool was_free_flight() const { return world_.plugin->step_report().groups == 0; }
  void run() { world_.step(1 / rate_); }
  int steps() const { return static_cast<int>(0.3 * rate_); }

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vector3d vector() {
    const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
    return {x, y, z};
  }
  btVector3 drift(double direction) {
    return bullet::to_bullet(
        Vector3d(direction * Vector3d::UnitX() + vector().cwiseProduct(Vector3d(0.5, 0.1, 0.1))));
  }
  btRigidBody& add(const Vector3d& position) {
    const OddShape s = odd_shape(pick(5));
    const double mass = 0.02 * std::pow(50, between(0, 1));
    const Layer layer{1e6 * std::pow(100, between(0, 1)), 0.4, 0.004};
    const Vector3d axis = vector();
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(between(0, 2 * M_PI), axis.normalized()));
    return world_.add_mesh_body(s.mesh, layer, mass, box_inertia(mass, s.size), position, turn);
  }

  std::mt19937 random_;
  TestWorld world_;
  double rate_ = 0;
};

/// Returns false if the run ended in an error. The steps before the error are checked all the same.
bool check_meeting(unsigned seed) {
  CAPTURE(seed);
  Meeting meeting(seed);
  const double start = meeting.energy();
  const Vector3d momentum = meeting.momentum();
  double most = start, lost = 0, last = start, by_engine = 0;
  bool has_ended = false;
  for (int i = 0; i < meeting.steps() && !has_ended; ++i) {
    try {
      meeting.run();
    } catch (const SimulationError& error) {
      WARN(error.what());
      has_ended = true;
    }
    const double energy = meeting.energy();
    if (meeting.was_free_flight()) by_engine += std::max(0.0, energy - last);
    last = energy;
    most = std::isfinite(energy) ? std::max(most, energy - by_engine) : INFINITY;
    lost = std::max(lost, (meeting.momentum() - momentum).norm());
  }
  CHECK(most <= (1 + 1e-3) * start);
  const double rounding = k_double_engine ? 1e-10 : 1e-4;
  CHECK(lost <= rounding * std::max(1e-3, momentum.norm()));
  return !has_ended;
}

}  // namespace

TEST_CASE("free bodies that meet gain no energy and keep their momentum",
          "[bullet][energy][rounds]") {
  constexpr unsigned k_first_seed = 20261123;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(25U, 60U); ++seed)
    CHECK(check_meeting(seed));
}

TEST_CASE("a needle that uses up a soft layer is stopped", "[bullet][energy]") {
  // The soak found it: 20 passes were not enough in the finest sub-step, and the step ended in an
  // error.
  CHECK(check_meeting(212000064));
}

TEST_CASE("the account of energy knows the arms that keep the angular momentum",
          "[bullet][energy]") {
  // The soak found it: a needle that spins while both bodies slide past one another gained 0.2 %.
  CHECK(check_meeting(212002071));
}

TEST_CASE("soak: free bodies that meet gain no energy and keep their momentum", "[.soak]") {
  std::size_t errors = 0;
  for (const unsigned seed : soak_seeds())
    if (!check_meeting(seed)) ++errors;
  CHECK(errors <= most_errors(soak_seeds().size()));
}

}  // namespace condyle::test::meeting_tests
