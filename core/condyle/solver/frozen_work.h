#pragma once

namespace condyle {

/// What a pair stores, and what its forces have done in a (sub-)step, as of the last evaluation
/// [J].
struct FrozenWork {
  double layers = 0;       ///< stored in them by the law, at the end
  double bristles = 0;     ///< stored in them
  double pressure = 0;     ///< taken from the bodies by pressure; negative: given
  double damping = 0;      ///< of that, by the law's damping; 0 by a law of the user's
  double friction = 0;     ///< dissipated; by stiction what drags feet along
  double by_vertices = 0;  ///< brought by vertices that the user moves in their mesh
  /// Whether vertices give way, as a soft body's do: what damping, friction and they themselves
  /// take is then not told apart, and all three are 0.
  bool yields = false;
  double stiffness = 0;  ///< of what presses: sum of the law's slope times area [N/m]

  double elastic() const { return layers + bristles; }
};

}  // namespace condyle
