#pragma once

namespace condyle {

class ShownWorld;

/// The largest figures of a run, which set the tops of scales.
struct LargestFigures {
  double pressure = 0;  ///< [Pa]
  double depth = 0;     ///< [m]
  double wear = 0;      ///< [m]
  double force = 0;     ///< of a contact, or of a region if it has some [N]
  double moment = 0;    ///< of the same, about the centre of pressure [N m]

  /// Counts the figures of the world's last step, unless it still comes to rest before time 0.
  void observe(const ShownWorld& world);
};

}  // namespace condyle
