#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "core/world/src/step_ledger.h"
#include "plugin/bullet/src/registry.h"

class btDiscreteDynamicsWorld;
class btRigidBody;

namespace condyle::bullet {

/// Keeps the energy ledger of a world: reads its bodies before and after each substep.
class EnergyBook {
 public:
  /// Call before Bullet damps the bodies.
  void before_substep(const btDiscreteDynamicsWorld& world);
  /// Call when Bullet has damped the bodies and the substep's pairs are known. `substep` is the
  /// substep's number.
  void begin_substep(const btDiscreteDynamicsWorld& world, std::span<SessionPair* const> pairs,
                     Registry& registry, std::int64_t substep);
  /// Call when Bullet has moved the bodies, while they still have the velocities that moved them.
  void note_displacements(double dt);
  /// Call when the bodies have their velocities at the end of the step. Returns false, and drops
  /// the step from the totals, if its energies are not finite.
  bool end_substep(const btDiscreteDynamicsWorld& world, std::span<SessionPair* const> pairs,
                   const WorkDone& work);
  void abandon() { ledger_.abandon(); }

  const EnergyLedger& step() const { return ledger_.step(); }
  const EnergyLedger& total() const { return ledger_.total(); }

 private:
  struct Loaded {
    const btRigidBody* body;
    Eigen::Vector3d p_W, force, torque;
  };
  std::vector<Loaded> loaded_;
  std::vector<SessionStrand*> strands_;
  StepLedger ledger_;
};

}  // namespace condyle::bullet
