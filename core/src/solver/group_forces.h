#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/src/solver/group.h"

namespace condyle {

/// The forces of a group's pairs and strands at the motions of its bodies.
class GroupForces {
 public:
  /// Keeps a reference to the group, whose pairs and strands it evaluates.
  explicit GroupForces(Group& group) : group_(group) {}

  /// Call when the group's motions have changed.
  void move_on() { ++move_; }
  /// Call when pairs were linearised again or held back. A pair of which GroupPair::move is not -1
  /// keeps its force.
  void forget() { evaluated_at_ = -1; }

  /// Evaluates the forces over a (sub-)step of `dt` [s], with their derivatives unless
  /// `linearisation` is none.
  void evaluate(double dt, Linearisation linearisation);

  /// Whether the last evaluation was at the present motions.
  bool are_known() const { return evaluated_at_ == move_; }
  /// Whether no force of the last evaluation is a guess for the next pass.
  bool are_consistent() const;
  /// Sum of the forces on each body, in mass-root coordinates, 6 entries per body.
  const Eigen::VectorXd& sum() const { return sum_; }

 private:
  void evaluate(const GroupStrand& strand, double dt, Linearisation linearisation);
  void add_up();

  Group& group_;
  std::int64_t move_ = 0;           ///< number of changes of the group's motions
  std::int64_t evaluated_at_ = -1;  ///< move_ at which all forces were evaluated; -1: none
  Eigen::VectorXd sum_;
  std::vector<const StepMotion*> strand_motions_;  ///< scratch: of one strand's bodies
};

}  // namespace condyle
