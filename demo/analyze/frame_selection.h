#pragma once

#include <limits>
#include <vector>

#include "condyle/opensim/osim_motion.h"

namespace condyle {

/// Selects the rows of a motion to analyse.
struct FrameSelection {
  double from = -std::numeric_limits<double>::infinity();  ///< first time [s], inclusive
  double to = std::numeric_limits<double>::infinity();     ///< last time [s], inclusive
  int every = 1;  ///< takes the first row and every n-th row after it
};

/// The selected rows in ascending order. Throws InputError if there are none.
std::vector<int> select_frames(const opensim::MotionTable& motion, const FrameSelection& selection);

}  // namespace condyle
