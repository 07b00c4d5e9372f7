#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/bullet/energy_ledger.h"
#include "condyle/bullet/registry.h"
#include "condyle/solver/work_done.h"

class btDynamicsWorld;
class btRigidBody;

namespace condyle::bullet {

/// The ledger of a world: reads its bodies about each substep.
class EnergyBook {
 public:
  /// Before Bullet damps the bodies.
  void before_substep(const btDynamicsWorld& world);
  /// When it has, and the pairs of the substep are known.
  void begin_substep(const btDynamicsWorld& world, std::span<PairState* const> pairs,
                     Registry& registry);
  /// When Bullet has moved the bodies, by the velocities that they still have.
  void note_ways(double dt);
  /// When they have the velocities of the step's end.
  void end_substep(const btDynamicsWorld& world, std::span<PairState* const> pairs,
                   const Registry& registry, const WorkDone& work);
  void abandon() { step_ = {}; }

  const EnergyLedger& step() const { return step_; }
  const EnergyLedger& total() const { return total_; }

 private:
  struct Loaded {
    const btRigidBody* body;
    Eigen::Vector3d p_W, force, torque;
  };
  std::vector<Loaded> loaded_;
  double kinetic_ = 0;  ///< before the substep [J]
  EnergyLedger step_, total_;
  bool is_first_ = true;
};

}  // namespace condyle::bullet
