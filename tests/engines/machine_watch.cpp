#include "engines/machine_watch.h"

#include <algorithm>
#include <cmath>

#include "condyle/error.h"

namespace condyle::test {
namespace {

using Eigen::Vector3d;

/// Checks a run step by step.
class MachineWatch {
 public:
  explicit MachineWatch(RandomMachine& machine) : machine_(machine), start_momentum_(momentum()) {
    start_ = most_ = kinetic() + strands();
    start_height_ = energy_of_height();
  }

  void step() {
    world().step(machine_.dt);
    ++found.steps;
    found.passes += world().session().step_report().passes;
    found.rough_steps += world().session().step_report().residual > 1e-3;
    const double now = kinetic() + strands();
    found.is_finite = std::isfinite(now);
    if (found.is_finite) watch(now);
  }

  MachineFindings found;

 private:
  TrialWorld& world() const { return *machine_.world; }
  double time() const { return found.steps * machine_.dt; }
  const TrialBody& body(int i) const { return world().scene().bodies[static_cast<std::size_t>(i)]; }
  double kinetic() const {
    double sum = 0;
    for (int i = 0; i < machine_.free_bodies; ++i) sum += kinetic_energy(world(), i);
    return sum;
  }
  double strands() const {
    double sum = 0;
    for (std::size_t i = 0; i < world().scene().strands.size(); ++i)
      sum += evaluate(world().scene().strands[i].strand,
                      world().session().strand_length(world().strand(static_cast<int>(i))), 0)
                 .potential_energy;
    return sum;
  }
  double energy_of_height() const {
    double sum = 0;
    for (int i = 0; i < machine_.free_bodies; ++i)
      sum -= body(i).mass * world().scene().gravity.dot(world().pose(i).translation());
    return sum;
  }

  /// About the centre of the driven plate: moment [N m s], linear [N s]. Inertias are isotropic.
  Vector6 momentum() const {
    Vector6 sum = Vector6::Zero();
    for (int i = 0; i < machine_.free_bodies; ++i) {
      const Twist twist = world().velocity(i);
      const Vector3d p = body(i).mass * twist.linear;
      sum.tail<3>() += p;
      sum.head<3>() += (world().pose(i).translation() - machine_.driven_centre).cross(p) +
                       body(i).inertia.x() * twist.angular;
    }
    return sum;
  }

  void watch(double now) {
    // Momentum given by contact with the plate, and by it its work: it moves evenly. Gravity has no
    // moment about the axis of a plate that turns.
    Vector6 given = momentum() - start_momentum_;
    double mass = 0;
    for (int i = 0; i < machine_.free_bodies; ++i) mass += body(i).mass;
    given.tail<3>() -= mass * time() * world().scene().gravity;
    const double work = machine_.driven_velocity.linear.dot(given.tail<3>()) +
                        machine_.driven_velocity.angular.dot(given.head<3>());
    const double by_gravity = start_height_ - energy_of_height();
    most_ = std::max(most_, now);
    // Relative to the largest energy so far: accounts, passes that miss a part, and rounding.
    constexpr double k_part = 1e-3;
    found.energy = std::max(found.energy, (now - start_ - work - by_gravity) / (k_part * most_));
    if (machine_.drive == MachineDrive::strand) watch_momentum(given);
    watch_ways(work, by_gravity);
  }

  void watch_momentum(const Vector6& given) {
    double fastest = start_momentum_.tail<3>().norm();
    for (int i = 0; i < machine_.free_bodies; ++i)
      fastest = std::max(fastest, body(i).mass * world().velocity(i).linear.norm() *
                                      (1 + world().pose(i).translation().norm()));
    largest_ = std::max(largest_, fastest);
    // What steps miss of their balance they report.
    missed_ += world().session().step_report().residual;
    const double scale = (by_precision(1e-6, 1e-4) + missed_) * largest_;
    found.momentum = std::max(found.momentum, given.tail<3>().norm() / scale);
    if (!machine_.has_gravity) found.spin = std::max(found.spin, given.head<3>().norm() / scale);
  }

  /// A body moves no farther than at the speed that all energy of the run so far could give it.
  void watch_ways(double work, double by_gravity) {
    most_given_ =
        std::max(most_given_, 1.001 * (most_ + std::max(0.0, work) + std::max(0.0, by_gravity)));
    for (int i = 0; i < machine_.free_bodies; ++i) {
      const double fastest = std::sqrt(2 * most_given_ / body(i).mass);
      const double way = (world().pose(i).translation() - body(i).X_WB.translation()).norm();
      found.way = std::max(found.way, way / (1.001 * fastest * time()));
    }
  }

  RandomMachine& machine_;
  Vector6 start_momentum_;
  double start_ = 0, start_height_ = 0, most_ = 0, most_given_ = 0, largest_ = 0, missed_ = 0;
};

}  // namespace

MachineFindings findings_of(RandomMachine& machine) {
  MachineWatch watch(machine);
  try {
    for (int i = 0; i < machine.steps() && watch.found.is_finite; ++i) watch.step();
  } catch (const SimulationError& error) {
    watch.found.error = error.what();
  }
  return watch.found;
}

}  // namespace condyle::test
