#pragma once

#include <limits>

#include "condyle/pose.h"

namespace condyle {

/// A twist in one vector.
inline Vector6 joined(const Twist& twist) {
  Vector6 both;
  both << twist.angular, twist.linear;
  return both;
}

/// The changes of velocity (angular, linear) that rows have made to the engine's bodies in this
/// step, as the engine keeps them.
class RowBodies {
 public:
  virtual ~RowBodies() = default;

  virtual Vector6 change(int body) = 0;
  virtual void set_change(int body, const Vector6& change) = 0;
};

/// What solving rows asks of an engine.
class RowEngine : public RowBodies {
 public:
  virtual int body_count() const = 0;
  /// Takes over the impulse of a row, given by its index among the rows of RowSolver::gather().
  virtual void set_impulse(int row, double impulse) = 0;
  /// Restores the impulses of all rows of the island, also of those that RowSolver does not have,
  /// to those at the start of the step.
  virtual void restore_impulses() = 0;
};

/// A row of the engine: a joint's, a motor's, a contact's or friction's. Its impulse L changes the
/// momentum of two bodies by J^T L, such that along the row, with the bodies' velocities u before
/// any row acts and u' after,
///
///     J u' + compliance L = J u + missing,   lower <= L <= upper
struct EngineRow {
  int bodies[2] = {-1, -1};                           ///< the engine's bodies A and B
  Vector6 J[2] = {Vector6::Zero(), Vector6::Zero()};  ///< (angular, linear) of A and B
  /// Change of velocity of each body per impulse, by the body's own mass.
  Vector6 response[2] = {Vector6::Zero(), Vector6::Zero()};
  double velocity_before[2] = {0, 0};  ///< J u of each body before any row acts
  double missing = 0;                  ///< velocity along the row
  double compliance = 0;               ///< velocity per impulse
  double mass_inverse = 0;             ///< J M^-1 J^T of both bodies
  double lower = -std::numeric_limits<double>::infinity();  ///< limits of the impulse over the step
  double upper = std::numeric_limits<double>::infinity();
  double warm_start = 0;  ///< impulse that the engine has applied already
  double relaxation = 1;  ///< part of its error that a turn of the row corrects
  bool is_joint = true;   ///< its work counts as a joint's, else as a contact's
  int friction_of = -1;   ///< row of the contact whose impulse times `friction` bounds this one
  double friction = 0;    ///< coefficient
  /// Whether friction keeps its impulse while its contact row has none, as in Bullet.
  bool keeps_friction = false;
  double most_friction = std::numeric_limits<double>::infinity();  ///< a further bound
};

}  // namespace condyle
