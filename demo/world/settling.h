#pragma once

#include <string>

namespace condyle {

/// How a scene comes to rest before time 0, as configured by its SceneSettle.
struct Settling {
  bool is_over = true;  ///< also true if the scene does not settle
  /// Settling is over and all bodies are slow enough; false: the time limit was reached.
  bool is_at_rest = false;
  double time = 0;      ///< duration of settling so far, or in total once it is over [s]
  double speed = 0;     ///< speed of the fastest body after the last settling step [m/s]
  std::string fastest;  ///< name of the fastest body
};

}  // namespace condyle
