#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/solver/step.h"
#include "condyle/world/step_report.h"
#include "plugin/test_world.h"
#include "support/soak.h"

// A ring falls on a bridge of planks that ball joints connect to one another and to the world. Few
// planks touch the ring, so most joints act on bodies outside the group that is solved with
// contact.

namespace condyle::test::rope_bridge_tests {
namespace {

constexpr int k_planks = 7;
constexpr double k_pitch = 0.04, k_plank_mass = 0.2;  // [m, kg]
constexpr double k_drop = 0.08;                       // [m]

btVector3 hanger(double x, int side) {
  return bullet::to_bullet(Eigen::Vector3d(x, side * 0.025, 0));
}

struct Bridge {
  Bridge(double ring_mass, double friction, double modulus, unsigned seed) {
    const Layer layer{modulus, 0.4, 0.004};
    ContactSettings contact;
    contact.friction.static_coefficient = contact.friction.dynamic_coefficient = friction;
    world.plugin->set_default_contact(contact);
    const Eigen::Vector3d size(0.036, 0.06, 0.01);
    const TriangleMesh plank = mesh::make_box(size, {4, 6, 1});
    btRigidBody* last = nullptr;
    for (int i = 0; i < k_planks; ++i) {
      btRigidBody& body = world.add_mesh_body(plank, layer, k_plank_mass,
                                              box_inertia(k_plank_mass, size), {k_pitch * i, 0, 0});
      for (const int side : {-1, 1}) {
        hang(last, body, side);
        if (i == k_planks - 1)
          joints.push_back(
              std::make_unique<btPoint2PointConstraint>(body, hanger(k_pitch / 2, side)));
      }
      last = &body;
    }
    for (const auto& joint : joints) world.world.addConstraint(joint.get(), true);

    std::mt19937 random(seed);
    std::uniform_real_distribution<double> offset(-1, 1);
    const Eigen::Vector3d start(0.12 + 0.01 * offset(random), 0.005 * offset(random), k_drop);
    const Eigen::AngleAxisd tilt(0.4 * offset(random), Eigen::Vector3d::UnitX());
    const Eigen::Vector3d inertia = ring_mass * Eigen::Vector3d(6e-4, 6e-4, 1e-3);
    world.add_mesh_body(mesh::make_torus(0.03, 0.012, 24, 12), layer, ring_mass,
                        bullet::to_bullet(inertia), start, Eigen::Quaterniond(tilt));
  }
  ~Bridge() {
    for (const auto& joint : joints) world.world.removeConstraint(joint.get());
  }

  void hang(btRigidBody* last, btRigidBody& body, int side) {
    const btVector3 on_body = hanger(-k_pitch / 2, side);
    if (last == nullptr)
      joints.push_back(std::make_unique<btPoint2PointConstraint>(body, on_body));
    else
      joints.push_back(std::make_unique<btPoint2PointConstraint>(
          *last, body, hanger(k_pitch / 2, side), on_body));
  }

  TestWorld world;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
};

void check_bridge(double rate, double ring_mass, unsigned seed) {
  CAPTURE(rate, ring_mass, seed);
  Bridge bridge(ring_mass, 0.4, 5e8, seed);
  const EnergyLedger& ledger = bridge.world.plugin->energy_totals();
  // Work of gravity down to the lowest position so far, which is all the energy that the bodies may
  // ever have [J].
  double fall = 0;
  double gain = 0, over_fall = 0;
  // The ring meets the bridge after 0.12 s.
  for (int i = 0; i < 0.25 * rate; ++i) {
    bridge.world.step(1 / rate);
    fall = std::max(fall, ledger.external);
    over_fall = std::max(over_fall, ledger.kinetic + ledger.elastic - fall);
    gain = std::max(gain, ledger.kinetic + ledger.elastic - ledger.start - ledger.added());
  }
  // Relative to the fall: the tolerance of accounts, 1e-4 per sub-step, and rounding.
  CHECK(over_fall < 1e-3 * fall);
  CHECK(gain < 1e-3 * fall);
  // In either precision of Bullet: with joints solved in single precision a third of the steps
  // found no balance, however often they were divided. Joints of 0.2 kg planks under 20 kg are
  // beyond what Bullet's iterations hold.
  const StepTotals& totals = bridge.world.plugin->step_totals();
  if (ring_mass < 1) CHECK(10 * totals.steps_out_of_balance <= totals.steps);
}

}  // namespace

TEST_CASE("a ring that falls on a bridge of planks gains no energy", "[bullet][energy]") {
  check_bridge(GENERATE(240., 1000.), GENERATE(0.02, 0.6, 20.), 7);
}

TEST_CASE("soak: a ring that falls on a bridge of planks gains no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds())
    for (const double rate : {240., 1000.})
      for (const double ring_mass : {0.02, 0.6, 20.}) check_bridge(rate, ring_mass, seed);
}

}  // namespace condyle::test::rope_bridge_tests
