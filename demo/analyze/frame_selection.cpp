#include "analyze/frame_selection.h"

#include <fmt/format.h>

#include "condyle/error.h"

namespace condyle {

std::vector<int> select_frames(const opensim::MotionTable& motion,
                               const FrameSelection& selection) {
  std::vector<int> rows;
  int inside = 0;
  for (int row = 0; row < motion.rows(); ++row) {
    const double time = motion.times[row];
    if (time < selection.from || time > selection.to) continue;
    if (inside++ % selection.every == 0) rows.push_back(row);
  }
  if (rows.empty()) {
    throw InputError(
        fmt::format("{}: no row between --from {} and --to {} s; the motion runs from "
                    "{} to {} s",
                    motion.file.string(), selection.from, selection.to, motion.times.front(),
                    motion.times.back()));
  }
  return rows;
}

}  // namespace condyle
