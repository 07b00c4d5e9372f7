#include <vector>

#include "shapes.h"

namespace condyle::assets {
namespace {

using Eigen::Vector2d;

// A peg of 20 mm with its tip at z = 0, and a block whose upper face, z = 0, has a hole for it,
// with 0.1 mm of play across. Both have edges broken at 45 degrees.
constexpr double k_peg_radius = 0.010, k_peg_length = 0.040;      // [m]
constexpr double k_hole_radius = 0.01005, k_hole_depth = 0.020;   // [m]
constexpr double k_block_radius = 0.025, k_block_height = 0.030;  // [m]
constexpr double k_broken_edge = 0.0005, k_peg_cell = 0.001;      // [m]
/// Two numbers without a common factor, so that facets of both do not fit into one another.
constexpr int k_peg_around = 120, k_hole_around = 127;

}  // namespace

TriangleMesh peg() {
  const std::vector<Vector2d> corners = {{0, 0},
                                         {k_peg_radius - k_broken_edge, 0},
                                         {k_peg_radius, k_broken_edge},
                                         {k_peg_radius, k_peg_length},
                                         {0, k_peg_length}};
  return turned(divided_profile(corners, k_peg_cell), k_peg_around);
}

TriangleMesh peg_block() {
  const std::vector<Vector2d> corners = {{0, -k_block_height},
                                         {k_block_radius, -k_block_height},
                                         {k_block_radius, 0},
                                         {k_hole_radius + k_broken_edge, 0},
                                         {k_hole_radius, -k_broken_edge},
                                         {k_hole_radius, -k_hole_depth},
                                         {0, -k_hole_depth}};
  return turned(divided_profile(corners, k_peg_cell), k_hole_around);
}

}  // namespace condyle::assets
