#pragma once

#include <memory>
#include <string>
#include <vector>

#include "view/draw_list.h"
#include "view/scales.h"
#include "world/shown_world.h"

namespace condyle {

/// The pressure of one world less that of another, on the casting side of each contact that both
/// have on the same mesh.
class DifferenceMap {
 public:
  /// Replaces the maps of `list`, which shows `a`, by the differences, with a scale that has 0 in
  /// its middle and grows as far as the largest difference so far.
  void update(const ShownWorld& a, const ShownWorld& b, bool smooth, DrawList& list);

  /// The largest difference now, of either sign [Pa].
  double largest() const { return now_; }

 private:
  struct OfContact {
    GpuPatch patch;
    std::vector<PatchPiece> pieces;
  };
  std::vector<std::unique_ptr<OfContact>> contacts_;
  LargestSoFar largest_;
  double now_ = 0;
};

/// The pressure on each casting triangle of a contact of `a` less that in `b` [Pa], NaN where
/// neither has any; empty if `b` has no contact of that name on such a mesh.
std::vector<double> pressure_difference(const ShownWorld& a, const ShownWorld& b, int contact);

/// Why the two worlds have no difference to show; empty if they have one.
std::string lacks_difference(const ShownWorld& a, const ShownWorld& b);

}  // namespace condyle
