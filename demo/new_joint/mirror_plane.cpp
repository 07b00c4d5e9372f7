#include "new_joint/mirror_plane.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

constexpr double k_farthest = 0.1;  // a larger distance counts as this part of the size

/// The points that are mirrored, and those among which their images look for a near one.
struct MirroredCloud {
  MirroredCloud(const SurfaceSamples& samples, int mirrored, int among)
      : samples(samples), mirrored(mirrored), among(samples.points.leftCols(among).transpose()) {}

  /// Some number that is no less than `enough` where the asymmetry is no less.
  double asymmetry(const Eigen::Vector3d& normal, double offset, double enough) const {
    double sum = 0;
    for (int i = 0; i < mirrored && sum / mirrored < enough; ++i) {
      const Eigen::Vector3d point = samples.points.col(i);
      const Eigen::Vector3d image = point - 2 * (normal.dot(point) - offset) * normal;
      const double square =
          ((among.col(0) - image.x()).square() + (among.col(1) - image.y()).square() +
           (among.col(2) - image.z()).square())
              .minCoeff();
      sum += std::min(std::sqrt(square) / samples.size, k_farthest);
    }
    return sum / mirrored;
  }

  MirrorPlane through_centre(const Eigen::Vector3d& normal, double enough = 1) const {
    const double offset = normal.dot(samples.centre);
    return {normal, offset, asymmetry(normal, offset, enough)};
  }

  const SurfaceSamples& samples;
  int mirrored;
  Eigen::ArrayX3d among;
};

/// Directions spread evenly over a hemisphere by the golden angle, or over half the circle around
/// an axis.
std::vector<Eigen::Vector3d> tried_directions(const std::optional<Eigen::Vector3d>& around) {
  constexpr double pi = std::numbers::pi;
  std::vector<Eigen::Vector3d> directions;
  if (around) {
    constexpr int count = 90;
    const Eigen::Vector3d u = around->unitOrthogonal(), v = around->cross(u);
    for (int i = 0; i < count; ++i)
      directions.push_back(std::cos(pi * i / count) * u + std::sin(pi * i / count) * v);
    return directions;
  }
  constexpr int count = 700;
  for (int i = 0; i < count; ++i) {
    const double z = (i + 0.5) / count, r = std::sqrt(1 - z * z);
    const double angle = pi * (3 - std::sqrt(5.0)) * i;
    directions.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
  }
  return directions;
}

/// Turns and shifts the plane as long as that improves it, by ever smaller steps.
MirrorPlane refined(const MirroredCloud& cloud, MirrorPlane best,
                    const std::vector<Eigen::Vector3d>& turn_axes) {
  constexpr double k_first_turn = 0.06, k_last_turn = 5e-4;  // [rad]
  for (double turn = k_first_turn; turn > k_last_turn;) {
    bool has_improved = false;
    const auto try_plane = [&](const Eigen::Vector3d& normal, double offset) {
      const double asymmetry = cloud.asymmetry(normal, offset, best.asymmetry);
      if (asymmetry >= best.asymmetry) return;
      best = {normal, offset, asymmetry};
      has_improved = true;
    };
    for (const double sign : {1.0, -1.0}) {
      try_plane(best.normal, best.offset + 0.5 * sign * turn * cloud.samples.size);
      for (const Eigen::Vector3d& axis : turn_axes) {
        const Eigen::Vector3d normal =
            (Eigen::AngleAxisd(sign * turn, axis) * best.normal).normalized();
        // The plane turns about the centre, not about the origin.
        const double shift = best.offset - best.normal.dot(cloud.samples.centre);
        try_plane(normal, normal.dot(cloud.samples.centre) + shift);
      }
    }
    if (!has_improved) turn /= 2;
  }
  return best;
}

std::vector<Eigen::Vector3d> turn_axes(const MirrorPlane& plane,
                                       const std::optional<Eigen::Vector3d>& contained) {
  if (contained) return {*contained};
  const Eigen::Vector3d u = plane.normal.unitOrthogonal();
  return {u, plane.normal.cross(u)};
}

}  // namespace

MirrorPlane find_mirror_plane(const TriangleMesh& mesh,
                              const std::optional<Eigen::Vector3d>& contained) {
  constexpr int k_coarse_points = 1000, k_fine_points = 4000, k_refined = 3;
  const SurfaceSamples samples = sample_surface(mesh, k_fine_points);
  const MirroredCloud coarse(samples, 120, k_coarse_points);
  std::vector<MirrorPlane> planes;  // the best so far, best first
  for (const Eigen::Vector3d& normal : tried_directions(contained)) {
    const double enough = planes.size() < k_refined ? 1 : planes.back().asymmetry;
    const MirrorPlane plane = coarse.through_centre(normal, enough);
    if (plane.asymmetry >= enough) continue;
    planes.insert(std::ranges::upper_bound(planes, plane.asymmetry, {}, &MirrorPlane::asymmetry),
                  plane);
    if (planes.size() > k_refined) planes.pop_back();
  }

  const MirroredCloud cloud(samples, 200, k_fine_points);
  MirrorPlane best{.asymmetry = 1};
  for (const MirrorPlane& rough : planes) {
    const MirrorPlane plane =
        refined(cloud, cloud.through_centre(rough.normal), turn_axes(rough, contained));
    if (plane.asymmetry < best.asymmetry) best = plane;
  }
  return best;
}

MirrorPlane measured_mirror_plane(const TriangleMesh& mesh, const Eigen::Vector3d& normal) {
  const SurfaceSamples samples = sample_surface(mesh, 4000);
  const MirroredCloud cloud(samples, 200, 4000);
  return refined(cloud, cloud.through_centre(normal), {});
}

}  // namespace condyle
