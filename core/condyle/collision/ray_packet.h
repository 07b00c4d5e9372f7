#pragma once

// The narrow phase: many rays, each against the one triangle that it is thought to cross, four at
// a time. Every operation is that of inward_ray(), sheared() and cross(), in their order, so a ray
// that is accepted has their bits; what could depend on the careful form of a difference of
// products is not accepted. Rays keep their places in contiguous arrays, one for each quantity.

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/triangle_tree.h"
#include "condyle/pose.h"

namespace condyle {

/// All rays of a casting mesh, in tree order, in its frame. Each array is three longer than needed,
/// so that packets may read beyond the last.
struct RayArrays {
  std::vector<double> origin[3], normal[3];
};

/// Rays made ready for a target, in the axes of ShearedRay.
struct ReadyRays {
  std::vector<double> origin[3];  ///< x, y, z of the sheared axes
  std::vector<double> shear_x, shear_y, direction_z;
  std::vector<std::int64_t> axis_z;   ///< 0, 1 or 2
  std::vector<double> distance;       ///< where the line crosses its triangle, along the ray
  std::vector<int> triangle;          ///< the one to be tested, in tree order
  std::vector<std::uint8_t> outcome;  ///< see Outcome

  void resize(std::size_t count);
};

/// What came of a test: inside, or on the other side of a side of the triangle, or not to be told
/// with certainty.
enum Outcome : std::uint8_t {
  k_across_side_0,
  k_across_side_1,
  k_across_side_2,
  k_inside,
  k_unclear
};

/// What makes an outcome certain.
struct Certainty {
  double clear_weight;  ///< edge weights of less are not trusted [m^2]
  RayReach reach;       ///< distances out of it are not trusted [m]
};

/// Rotation, row by row, and translation of a pose, as plain numbers.
struct PoseNumbers {
  double R[3][3], p[3];

  PoseNumbers() = default;
  explicit PoseNumbers(const Pose& X) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R[i][j] = X.linear()(i, j);
      p[i] = X.translation()[i];
    }
  }
};

/// Makes the rays [first, first + count) ready at [to, to + count) and up to three more.
void make_ready(const RayArrays& rays, int first, int count, const PoseNumbers& X_TC,
                ReadyRays& ready, int to);

/// Tests the ready rays [0, count) against their triangles.
void cross_in_order(ReadyRays& ready, int count, std::span<const TriangleTree::Triangle> triangles,
                    const Certainty& certainty);

/// The same for those listed.
void cross_listed(ReadyRays& ready, std::span<const int> listed,
                  std::span<const TriangleTree::Triangle> triangles, const Certainty& certainty);

/// Which code the two above use: the widest that the processor has, or the portable one. For tests.
enum class SimdPath { widest, portable };
void use_simd_path(SimdPath path);

}  // namespace condyle
