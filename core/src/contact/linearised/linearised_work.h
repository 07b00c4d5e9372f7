#pragma once

#include <span>

#include "core/src/contact/linearised/linearised_sums.h"

namespace condyle {

/// The energy that a pair stores, and the work of its forces in a (sub-)step, at the last
/// evaluation [J].
struct LinearisedWork {
  double layers = 0;       ///< energy stored in the layers by the law, at the end
  double bristles = 0;     ///< energy stored in the bristles, at the end
  double pressure = 0;     ///< work taken from the bodies by pressure; negative: given to them
  double damping = 0;      ///< part of `pressure` lost to the law's damping; 0 for users' laws
  double friction = 0;     ///< work dissipated by friction; with stiction, by dragging feet
  double by_vertices = 0;  ///< work of vertices that the user moves in their mesh
  /// Whether vertices yield, as those of a soft body do. The work of damping, friction and vertices
  /// cannot be told apart then, and all three are 0.
  bool compliant = false;
  double stiffness = 0;  ///< stiffness of contact: sum of the law's slope times area [N/m]

  double elastic() const { return layers + bristles; }
};

/// A (sub-)step as it was last evaluated.
struct LinearisedStep {
  std::span<const LinearisedBlock> blocks;
  LinearisedLaw law;                       ///< without bristles
  std::span<const BristleBlock> bristles;  ///< one per block if there is stiction, else empty
  RelativeMotion motion;
  double length = 0;  ///< length of the (sub-)step [s]
};

/// Only the work of friction and the energy of bristles, of triangles that press.
LinearisedWork friction_work_of(const LinearisedStep& step);

/// The work of a (sub-)step, without the energy that a user's law stores.
LinearisedWork work_of(const LinearisedStep& step);

/// The part a of their depth at the start of a (sub-)step by which triangles may press, so that
/// pressure gives bodies at most this `energy` [J] in it. A triangle of area A that starts at the
/// depth d with the pressure p(d), presses as if at the depth a d, and separates by x within the
/// step, gives at most A p(a d - x) x <= A p(d) a^2 d / 4, for p(0) = 0 and p'' >= 0, and with mean
/// forces at most twice that. `displacement`: the displacement from the start to the search.
double part_that_gives(double energy, std::span<const LinearisedBlock> blocks,
                       const LinearisedLaw& law, const Vector6& displacement);

/// Energy stored in the layers at the pose of the search [J]; 0 for users' laws.
double elastic_where_found(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law);

}  // namespace condyle
