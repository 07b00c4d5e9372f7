#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/world/src/equilibrium_state.h"

namespace condyle {

/// Sets the loads on the bodies at their present poses, about the origins of their frames.
void set_loads(EquilibriumState& state);

/// The derivatives of a coordinate by the motions (turn, shift of the origin) of its joint's
/// bodies, in the world frame: with these, a moment or force along it pushes the bodies.
struct HeldAxis {
  Vector6 J_a, J_b;
};
HeldAxis held_axis(const CoordinateJoint& joint, std::size_t axis, const BodyPoses& poses);

/// The rows by which joints hold coordinates in a step of an equilibrium's search.
class HeldRows {
 public:
  /// Sets the rows that bring held coordinates to their values, or, over long ways, a part of it:
  /// at most 0.05 rad, or this part of the `radius` [m]. Throws SimulationError where coordinates
  /// of a joint are singular.
  void set(EquilibriumState& state, double radius);

  std::span<JointRow> rows() { return rows_; }
  /// Whether a coordinate has a way to go.
  bool are_driven() const { return are_driven_; }
  /// Writes the forces of the step to the joints.
  void read_forces();

 private:
  void add(HeldJoint& held, std::size_t axis, double error, const HeldAxis& along);

  std::vector<JointRow> rows_;
  std::vector<std::pair<HeldJoint*, std::size_t>> axes_;  ///< of the rows
  bool are_driven_ = false;
};

/// The largest error of a coordinate, a translation's over the `radius`, that is not held with all
/// the force that its joint has.
double held_error(const EquilibriumState& state, double radius);

}  // namespace condyle
