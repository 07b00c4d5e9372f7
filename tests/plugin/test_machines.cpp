// Small mechanisms at random: bodies on joints, struck by moving plates, pulled by strands. Energy
// never rises beyond the work done, momentum is kept where all is free, nothing flies off.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/bullet/energy_ledger.h"
#include "condyle/bullet/step_report.h"
#include "condyle/error.h"
#include "plugin/machine.h"
#include "support/soak.h"

namespace condyle::test::machines_tests {
namespace {

using bullet::EnergyLedger;
using bullet::to_eigen;
using Eigen::Vector3d;

double mass_of(const btRigidBody& body) { return 1 / double(body.getInvMass()); }

Vector3d place_of(const btRigidBody& body) {
  return to_eigen(body.getWorldTransform().getOrigin());
}

double kinetic_energy(const Machine& machine) {
  double sum = 0;
  for (const btRigidBody* body : machine.bodies) sum += test::kinetic_energy(*body);
  return sum;
}

Vector3d gravity(const Machine& machine) { return {0, 0, machine.has_gravity ? -k_gravity : 0.0}; }

double energy_of_height(const Machine& machine) {
  double sum = 0;
  for (const btRigidBody* body : machine.bodies)
    sum -= mass_of(*body) * gravity(machine).dot(place_of(*body));
  return sum;
}

/// About `centre`: moment [N m s], linear [N s]. The moment is that of isotropic inertias.
Vector6 momentum(const Machine& machine, const Vector3d& centre) {
  Vector6 sum = Vector6::Zero();
  for (const btRigidBody* body : machine.bodies) {
    const Vector3d p = mass_of(*body) * to_eigen(body->getLinearVelocity());
    sum.tail<3>() += p;
    sum.head<3>() +=
        (place_of(*body) - centre).cross(p) +
        to_eigen(body->getAngularVelocity()) / double(body->getInvInertiaDiagLocal().x());
  }
  return sum;
}

/// What joints may add in a step: they turn a part `erp` of their error into a velocity w.
/// Velocities that are brought to w from whatever they were have at most m w^2 / 2 more energy, m
/// being the mass that the joint feels, at most that of the lighter body.
double most_by_joints(const Machine& machine) {
  const double erp = double(machine.world->world.getSolverInfo().m_erp);
  double sum = 0;
  for (const MachineJoint& joint : machine.joints) {
    const auto felt = [&joint](const auto& of) {
      return joint.b ? std::min(of(*joint.a), of(*joint.b)) : of(*joint.a);
    };
    const double speed = erp * joint.gap() / machine.dt;
    const double turning = erp * joint.misalignment() / machine.dt;
    sum += 0.5 * felt(mass_of) * speed * speed;
    sum += 0.5 * turning * turning * felt([](const btRigidBody& body) {
             return double(body.getLocalInertia()[body.getLocalInertia().maxAxis()]);
           });
  }
  return sum;
}

/// The worst of a run, each as a part of what may be: at most 1 where all is well.
struct Findings {
  double motion = 0;        ///< what bodies and strands have beyond the work done
  double rise = 0;          ///< the same with what layers hold, by the law
  int rise_step = -1;       ///< where that was first too much
  double joint_motion = 0;  ///< as motion, where joints may add what their errors ask for
  double negative = 0;      ///< what dampers and friction give
  double books = 0;         ///< what the ledger and the world's own energies differ by
  double driven = 0;        ///< what the plate's work and the momentum that it gives differ by
  double momentum = 0;      ///< lost or won, where all is free
  double spin = 0;          ///< likewise its moment
  double way = 0;           ///< of a body, as a part of what its energy allows
  double gap = 0;           ///< the largest of a joint [m]
  bool is_finite = true;
  std::string error;
};

/// What to hold a run against, step by step.
class Watch {
 public:
  explicit Watch(Machine& machine)
      : machine_(machine), start_momentum_(momentum(machine, centre())) {
    for (const btRigidBody* body : machine.bodies) start_places_.push_back(place_of(*body));
    start_height_ = energy_of_height(machine);
    start_kinetic_ = kinetic_energy(machine);
  }

  void step() {
    joints_may_add_ += most_by_joints(machine_);
    machine_.step();
    ++steps_;
    const double kinetic = kinetic_energy(machine_);
    if (!std::isfinite(kinetic)) {
      found.is_finite = false;
      return;
    }
    watch_energy(kinetic);
    watch_books(kinetic);
    watch_momentum();
    watch_ways();
    for (const MachineJoint& joint : machine_.joints) found.gap = std::max(found.gap, joint.gap());
  }

  Findings found;

 private:
  const EnergyLedger& ledger() const { return machine_.world->plugin->energy_totals(); }
  Vector3d centre() const { return machine_.driven_centre; }
  static double rounding() { return k_double_engine ? 1e-9 : 1e-4; }

  void watch_energy(double kinetic) {
    const double moving = kinetic + ledger().ligaments, stored = moving + ledger().elastic;
    const double by_gravity = start_height_ - energy_of_height(machine_);
    // Of the largest energy so far: what is left to accounts (1e-4 a sub-step), and to rounding.
    constexpr double k_part = 1e-3;
    most_ = std::max({most_, ledger().start, moving});
    most_stored_ = std::max(most_stored_, stored);
    const double part = k_part * most_;
    const double others = ledger().start + by_gravity + ledger().by_moved;
    found.motion = std::max(found.motion, (moving - others - ledger().by_joints) / part);
    const double rise =
        (stored - others - ledger().by_joints) / (k_part * std::max(most_, most_stored_));
    if (rise > 1 && found.rise_step < 0) found.rise_step = steps_;
    found.rise = std::max(found.rise, rise);
    if (!machine_.joints.empty())
      found.joint_motion = std::max(found.joint_motion, (moving - others - joints_may_add_) / part);
    for (const double lost : {ledger().damping, ledger().friction, ledger().ligament_damping})
      found.negative = std::max(found.negative, -lost / part);
  }

  void watch_books(double kinetic) {
    const double by_gravity = start_height_ - energy_of_height(machine_);
    const double scale = rounding() * (most_ + std::abs(by_gravity) + std::abs(start_height_));
    const double off = std::abs(ledger().kinetic - kinetic) +
                       std::abs(ledger().external - by_gravity) + std::abs(ledger().by_user);
    found.books = std::max(found.books, off / scale);
  }

  /// With a plate that moves evenly its work follows from the momentum that it gives.
  void watch_momentum() {
    if (!machine_.joints.empty()) return;
    Vector6 given = momentum(machine_, centre()) - start_momentum_;
    double mass = 0, fastest = 0;
    for (const btRigidBody* body : machine_.bodies) {
      mass += mass_of(*body);
      fastest = std::max(fastest, mass_of(*body) * double(body->getLinearVelocity().length()) *
                                      (1 + place_of(*body).norm()));
    }
    given.tail<3>() -= mass * steps_ * machine_.dt * gravity(machine_);
    largest_ = std::max({largest_, fastest, start_momentum_.tail<3>().norm()});
    const double scale = rounding() * largest_;
    if (machine_.kind == MachineKind::strand) {
      found.momentum = std::max(found.momentum, given.tail<3>().norm() / scale);
      if (machine_.is_isotropic && !machine_.has_gravity)
        found.spin = std::max(found.spin, given.head<3>().norm() / scale);
      return;
    }
    if (machine_.kind == MachineKind::turntable && machine_.has_gravity) return;
    const double work =
        machine_.driven_velocity.dot(given.tail<3>()) + machine_.driven_spin.dot(given.head<3>());
    // A step may lack so much of its momentum and count as solved.
    constexpr double k_balance = bullet::StepReport::k_balance;
    const double speed = machine_.driven_velocity.norm() + machine_.driven_spin.norm();
    found.driven =
        std::max(found.driven, std::abs(ledger().by_moved - work) / (k_balance * largest_ * speed));
  }

  /// No further than the speed that all the energy of the run so far could give to the body.
  void watch_ways() {
    const double given = std::max(0.0, ledger().by_moved) + std::max(0.0, ledger().by_joints) +
                         std::max(0.0, ledger().external);
    most_given_ = std::max(most_given_, 1.001 * (most_ + given));
    for (std::size_t i = 0; i < machine_.bodies.size(); ++i) {
      const btRigidBody& body = *machine_.bodies[i];
      const double fastest = std::sqrt(2 * most_given_ / mass_of(body));
      const double way = (place_of(body) - start_places_[i]).norm();
      found.way = std::max(found.way, way / (1.001 * fastest * steps_ * machine_.dt));
    }
  }

  Machine& machine_;
  Vector6 start_momentum_;
  std::vector<Vector3d> start_places_;
  double start_height_ = 0, start_kinetic_ = 0;
  double joints_may_add_ = 0, most_ = 0, most_stored_ = 0, most_given_ = 0, largest_ = 0;
  int steps_ = 0;
};

Findings findings_of(Machine& machine) {
  Watch watch(machine);
  try {
    for (int i = 0; i < machine.steps() && watch.found.is_finite; ++i) watch.step();
  } catch (const SimulationError& error) {
    watch.found.error = error.what();
  }
  return watch.found;
}

/// A light body between two joints: Bullet's iterations do not hold it, and what is left of the
/// rows' errors is work that their errors of position do not tell.
bool is_chain(const Machine& machine) { return machine.joints.size() > 1; }

void check_machine(MachineKind kind, unsigned seed) {
  Machine machine(kind, MachineScope::plain, seed);
  const Findings found = findings_of(machine);
  CAPTURE(seed, machine.description());
  CHECK(found.is_finite);
  CHECK(found.error.empty());
  CHECK(found.motion <= 1);
  if (!is_chain(machine)) CHECK(found.joint_motion <= 1);
  CHECK(found.negative <= 1);
  CHECK(found.books <= 1);
  CHECK(found.driven <= 1);
  CHECK(found.momentum <= 1);
  CHECK(found.spin <= 1);
  CHECK(found.way <= 1);
}

constexpr MachineKind k_kinds[] = {MachineKind::hinge, MachineKind::ball, MachineKind::paddle,
                                   MachineKind::turntable, MachineKind::strand};

/// Of all machines of the soak that `is_of_class`.
template <class IsOfClass, class Check>
void for_each_of(MachineScope scope, IsOfClass&& is_of_class, Check&& check) {
  for (const unsigned seed : soak_seeds())
    for (const MachineKind kind : k_kinds) {
      Machine machine(kind, scope, seed);
      if (!is_of_class(machine)) continue;
      const Findings found = findings_of(machine);
      CAPTURE(seed, machine.description(), found.rise_step);
      check(found);
    }
}

bool is_any(const Machine&) { return true; }

bool is_conserving(const Machine& machine) {
  return machine.settings.integration == bullet::Integration::conserving;
}

bool is_of_layers(const Machine& machine) { return is_foundation(machine.contact.normal); }

}  // namespace

TEST_CASE("small machines gain no energy beyond the work done", "[bullet][energy]") {
  constexpr unsigned k_first_seed = 20261123;
  for (const MachineKind kind : k_kinds)
    for (unsigned seed = k_first_seed; seed < k_first_seed + 10; ++seed) check_machine(kind, seed);
}

TEST_CASE("soak: small machines gain no energy beyond the work done", "[.soak]") {
  for (const unsigned seed : soak_seeds())
    for (const MachineKind kind : k_kinds) check_machine(kind, seed);
}

// What does not hold yet; tests/soak leaves it out.

TEST_CASE("known to fail: what layers hold by their law does not rise at once", "[.soak]") {
  for_each_of(MachineScope::plain, is_any, [](const Findings& f) { CHECK(f.rise <= 1); });
}

TEST_CASE("known to fail: joints in a chain add no more than their errors ask for", "[.soak]") {
  for_each_of(MachineScope::plain, is_chain, [](const Findings& f) { CHECK(f.joint_motion <= 1); });
}

TEST_CASE("known to fail: open shells gain no energy by the layers' law", "[.soak]") {
  const auto is_shell = [](const Machine& machine) {
    return machine.has_open_shell && is_of_layers(machine) && !is_conserving(machine);
  };
  for_each_of(MachineScope::other, is_shell, [](const Findings& f) {
    CHECK(f.error.empty());
    CHECK(f.motion <= 1);
  });
}

// Their accounts are those of the layers' law. Where joints or strands drive a machine these may be drawn on.
TEST_CASE("known to fail: laws other than the layers' give no energy", "[.soak]") {
  const auto is_other = [](const Machine& machine) {
    return !is_of_layers(machine) && !is_conserving(machine);
  };
  for_each_of(MachineScope::other, is_other, [](const Findings& f) {
    CHECK(f.error.empty());
    CHECK(f.motion <= 1);
    CHECK(f.driven <= 1);
  });
}

// It takes moments about where bodies start, and moves bodies by their mean velocities.
TEST_CASE("known to fail: the conserving step keeps energy and the moment of momentum", "[.soak]") {
  for_each_of(MachineScope::other, is_conserving, [](const Findings& f) {
    CHECK(f.error.empty());
    CHECK(f.motion <= 1);
    CHECK(f.spin <= 1);
    CHECK(f.driven <= 1);
  });
}

}  // namespace condyle::test::machines_tests
