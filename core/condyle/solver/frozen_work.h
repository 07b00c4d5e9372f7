#pragma once

namespace condyle {

/// The energy that a pair stores, and the work of its forces in a (sub-)step, at the last
/// evaluation [J].
struct FrozenWork {
  double layers = 0;       ///< stored in the layers by the law, at the end
  double bristles = 0;     ///< stored in the bristles, at the end
  double pressure = 0;     ///< taken from the bodies by pressure; negative: given to them
  double damping = 0;      ///< part of `pressure` lost to the law's damping; 0 for users' laws
  double friction = 0;     ///< dissipated by friction; with stiction, by dragging feet along
  double by_vertices = 0;  ///< work of vertices that the user moves in their mesh
  /// Whether vertices yield, as those of a soft body do. The work of damping, friction and vertices
  /// cannot be told apart then, and all three are 0.
  bool yields = false;
  double stiffness = 0;  ///< stiffness of contact: sum of the law's slope times area [N/m]

  double elastic() const { return layers + bristles; }
};

}  // namespace condyle
