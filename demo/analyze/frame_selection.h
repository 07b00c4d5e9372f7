#pragma once

#include <limits>
#include <vector>

#include "condyle/model/motion_table.h"

namespace condyle {

/// Which rows of a motion are analysed.
struct FrameSelection {
  double from = -std::numeric_limits<double>::infinity();  ///< [s], included
  double to = std::numeric_limits<double>::infinity();     ///< [s], included
  int every = 1;  ///< the first row and every n-th after it
};

/// The rows, ascending. Throws InputError where there is none.
std::vector<int> select_frames(const MotionTable& motion, const FrameSelection& selection);

}  // namespace condyle
