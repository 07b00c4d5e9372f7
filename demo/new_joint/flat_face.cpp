#include "new_joint/flat_face.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace condyle {
namespace {

constexpr double k_tilt = 1.5 * std::numbers::pi / 180;  // between normals of one face [rad]
constexpr double k_step = 0.01;                          // between planes of one face, of the size

/// Area and mean normal of the triangles in the plane of triangle `seed`.
FlatFace face_around(const Facets& facets, int seed, double size, double least_cosine) {
  const Eigen::Vector3d normal = facets.normals.col(seed);
  const double offset = normal.dot(facets.centroids.col(seed));
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double area = 0, sum_of_offsets = 0;
  for (Eigen::Index t = 0; t < facets.areas.size(); ++t) {
    const double distance = normal.dot(facets.centroids.col(t)) - offset;
    if (normal.dot(facets.normals.col(t)) < least_cosine || std::abs(distance) > k_step * size)
      continue;
    sum += facets.areas[t] * facets.normals.col(t);
    sum_of_offsets += facets.areas[t] * (offset + distance);
    area += facets.areas[t];
  }
  return {sum.normalized(), sum_of_offsets / area, area / facets.areas.sum()};
}

/// Triangles that stand for the largest faces: drawn by area, evenly.
std::vector<int> seeds_among(const Facets& facets, const std::vector<int>& candidates) {
  constexpr int k_seeds = 60;
  double total = 0;
  for (const int t : candidates) total += facets.areas[t];
  std::vector<int> seeds;
  double upto = 0, next = total / (2 * k_seeds);
  for (const int t : candidates) {
    upto += facets.areas[t];
    if (upto < next) continue;
    seeds.push_back(t);
    while (next <= upto) next += total / k_seeds;
  }
  return seeds;
}

}  // namespace

std::optional<FlatFace> largest_flat_face(const Facets& facets, double size,
                                          const Eigen::Vector3d& near, double angle) {
  std::vector<int> candidates;
  for (int t = 0; t < facets.areas.size(); ++t)
    if (facets.areas[t] > 0 && near.dot(facets.normals.col(t)) >= std::cos(angle))
      candidates.push_back(t);

  std::optional<FlatFace> largest;
  for (const int seed : seeds_among(facets, candidates)) {
    const FlatFace face = face_around(facets, seed, size, std::cos(k_tilt));
    if (!largest || face.area_share > largest->area_share) largest = face;
  }
  return largest;
}

FlatFace largest_flat_face(const Facets& facets, double size) {
  // Six directions, each with all that is nearer to it than to the other five.
  constexpr double k_within = 55 * std::numbers::pi / 180;
  FlatFace largest;
  for (const double sign : {1.0, -1.0}) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto face =
          largest_flat_face(facets, size, sign * Eigen::Vector3d::Unit(axis), k_within);
      if (face && face->area_share > largest.area_share) largest = *face;
    }
  }
  return largest;
}

}  // namespace condyle
