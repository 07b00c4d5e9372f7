#pragma once

// Rest: leaves of rays that are out of contact are left out until the gap may have closed.
//
// Let a ray cross the target at the point x of its line, a distance g before its origin, and let
// the casting mesh move rigidly, so that what was at x is now at x + w. Move the line there along
// the straight way. Its crossing then wanders over the surface, and where that has the normal n
// the distance along the line changes at the rate n.w / n.u, u the line's direction (as a ray moves
// on over a plane). So if all triangles within r of x are linked to their neighbours and have
// normals in a box [m - h, m + h] (nearby_normals.h), with n.u >= c, then the gap closes by no more
// than
//   (|m.w| + h.|w|) / c
// as long as |w| and that together are less than r. Sliding, for which m.w is next to nothing,
// hardly closes it. Where a sheet (sheet.h) holds in the end, that one crossing is all there is.
// For all rays of a leaf at once: w at the leaf's centre, and the turn times the leaf's radius.
//
// A leaf of which one knows no more than that nothing of the target is within a distance rests by
// the same sum, with m = 0, h = 1, c = 1.

#include <span>
#include <vector>

#include "condyle/collision/nearby_normals.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/ray_packet.h"
#include "condyle/collision/search_frame.h"

namespace condyle {

/// For how long a leaf may rest. Lengths [m].
struct Rest {
  NormalBox normals = NormalBox::all();  ///< of all that its rays may cross, in the target's frame
  double radius = 0;    ///< about the leaf's centre: of the points whose motion counts
  double closing = 0;   ///< how much of gap times c may close
  double path = 0;      ///< how far the centre may move, summed over the axes
  double turn = 0;      ///< and how far it may turn
  double farthest = 0;  ///< no ray's crossing is then farther than this outward from its origin
};

class LeafRests {
 public:
  explicit LeafRests(const RayTree& rays);

  void wake_all();

  /// Wakes those of [first, last) that rest by crossings farther than `clear` from their origins.
  void wake_beyond(double clear, int first, int last);

  void begin(int leaf, const Rest& rest, const SearchFrame& frame);
  void end(int leaf) { closing_[leaf] = -1; }

  /// Lists those of [first, last) that do not rest, ascending.
  void list_awake(int first, int last, const SearchFrame& frame, std::vector<int>& awake) const;

 private:
  void list_body(int first, int last, const SearchFrame& frame, std::vector<int>& awake) const;
  void list_avx2(int first, int last, const SearchFrame& frame, std::vector<int>& awake) const;

  // Per leaf, and three more.
  std::vector<double> center_C_[3];          ///< in the casting frame
  std::vector<double> began_[3];             ///< the same in the target's frame, at the start
  std::vector<double> middle_[3], half_[3];  ///< of the normals
  std::vector<double> radius_, closing_, path_, turn_, farthest_;  ///< turn_: frame.turned to come
  std::vector<double> turned_;                                     ///< frame.turned at the start
};

}  // namespace condyle
