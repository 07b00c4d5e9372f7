#pragma once

#include "view/overlay.h"

namespace condyle {

/// The part of a plot's whole ranges that is shown: from 0 to 1 is all.
struct PlotPart {
  double low = 0, high = 1;
  bool operator==(const PlotPart&) const = default;
};

/// The part smaller by `factor` (larger if it is below 1), with the place `at` (0 to 1 of the part
/// shown) where it is. Never more than all.
PlotPart zoomed(const PlotPart& part, double factor, double at);
/// The part shifted by `by` of itself, not beyond all.
PlotPart shifted(const PlotPart& part, double by);

struct PlotParts {
  PlotPart x, y;
};

/// The parts of the plot that is Dear ImGui's last item, which Ctrl + wheel zooms (with Shift its
/// values), middle drag or Shift + left drag shifts, and a double click shows whole again. They are
/// kept as long as the item's window. `area`: where lines are drawn.
PlotParts follow_zoom(const ScreenArea& area);

}  // namespace condyle
