#include "new_joint/insert_shape.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "condyle/error.h"
#include "new_joint/flat_face.h"
#include "new_joint/mirror_plane.h"
#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

/// Upward, and where along it the flat back is, if the mesh has one [m].
struct Upward {
  Eigen::Vector3d direction = Eigen::Vector3d::UnitY();
  std::optional<double> back;
};

Upward find_upward(const Facets& facets, double size, bool is_closed, const std::string& what) {
  if (!is_closed) return {(facets.normals * facets.areas).normalized(), std::nullopt};
  constexpr double k_least_share = 0.1;
  const FlatFace face = largest_flat_face(facets, size);
  if (face.area_share < k_least_share) {
    throw InputError(fmt::format(
        "{}: does not look like a tibial insert: it is closed, but has no flat back; give the part "
        "of it that is in contact, or say with --kind what the joint is",
        what));
  }
  return {-face.normal, -face.offset};
}

/// The frame of the mirror plane that halves the wider of the two extents across `up`: y up, z
/// along the plane's normal, the origin in the plane at the mesh's own height.
Pose upright_frame(const TriangleMesh& mesh, const Eigen::Vector3d& up) {
  const Eigen::Vector3d n = find_mirror_plane(mesh, up).normal;
  const auto extent = [&](const Eigen::Vector3d& d) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Eigen::Vector3d& v : mesh.vertices) {
      low = std::min(low, d.dot(v));
      high = std::max(high, d.dot(v));
    }
    return high - low;
  };
  const Eigen::Vector3d across = n.cross(up).normalized();
  const MirrorPlane plane = measured_mirror_plane(mesh, extent(n) > extent(across) ? n : across);

  Pose X_GM = Pose::Identity();
  X_GM.linear().row(0) = up.cross(plane.normal);
  X_GM.linear().row(1) = up;
  X_GM.linear().row(2) = plane.normal;
  X_GM.translation().z() = -plane.offset;
  return X_GM;
}

/// The upper surface along x, in strips at z = +-spacing/2 and in the middle.
struct Strip {
  double low_x = std::numeric_limits<double>::infinity(), high_x = -low_x;  ///< its ends [m]
  double dish_x = 0, dish_y = 0;     ///< its lowest point [m]
  double front_y = 0, behind_y = 0;  ///< height of the rims at high_x and at low_x [m]
};

Strip measure_strip(const Facets& in_G, double z, double half_width) {
  Strip strip;
  std::vector<Eigen::Vector2d> points;
  for (Eigen::Index t = 0; t < in_G.areas.size(); ++t) {
    const Eigen::Vector3d centroid = in_G.centroids.col(t);
    if (std::abs(centroid.z() - z) > half_width || in_G.normals(1, t) < 0.5) continue;
    points.emplace_back(centroid.head<2>());
    strip.low_x = std::min(strip.low_x, centroid.x());
    strip.high_x = std::max(strip.high_x, centroid.x());
  }

  if (!(strip.high_x > strip.low_x)) return strip;
  constexpr int k_bins = 40;
  std::array<double, k_bins> sum{}, count{};
  for (const Eigen::Vector2d& point : points) {
    const double part = (point.x() - strip.low_x) / (strip.high_x - strip.low_x);
    const int bin = std::clamp(static_cast<int>(part * k_bins), 0, k_bins - 1);
    sum[bin] += point.y();
    count[bin] += 1;
  }
  std::vector<Eigen::Vector2d> profile;
  for (int bin = 0; bin < k_bins; ++bin) {
    const double x = strip.low_x + (bin + 0.5) / k_bins * (strip.high_x - strip.low_x);
    if (count[bin] > 0) profile.emplace_back(x, sum[bin] / count[bin]);
  }
  if (profile.empty()) return strip;

  // The lowest point of the parabola through the neighbourhood of the lowest bin.
  const auto lowest = std::ranges::min_element(profile, {}, [](const auto& p) { return p.y(); });
  Eigen::Matrix3d normal_matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right_side = Eigen::Vector3d::Zero();
  const double reach = 0.15 * (strip.high_x - strip.low_x);
  for (const Eigen::Vector2d& point : profile) {
    const double x = (point.x() - lowest->x()) / reach;
    if (std::abs(x) > 1) continue;
    const Eigen::Vector3d row(1, x, x * x);
    normal_matrix += row * row.transpose();
    right_side += point.y() * row;
  }
  const Eigen::Vector3d parabola = normal_matrix.ldlt().solve(right_side);
  const double vertex =
      parabola[2] > 0 ? std::clamp(-parabola[1] / (2 * parabola[2]), -1.0, 1.0) : 0;
  strip.dish_x = lowest->x() + vertex * reach;
  strip.dish_y = lowest->y();
  strip.front_y = profile.back().y();
  strip.behind_y = profile.front().y();
  return strip;
}

/// Which way along x the front is: 1 or -1.
struct Front {
  int sign = 1;
  FrontFrom from = FrontFrom::nothing;
};

Front find_front(const Strip& side, const Strip& middle) {
  const double depth = side.high_x - side.low_x;
  constexpr double k_notch = 0.08, k_rim = 0.01, k_dish = 0.02;  // what counts, of the depth
  const double notch = (side.high_x - middle.high_x) - (middle.low_x - side.low_x);
  if (std::isfinite(notch) && std::abs(notch) > k_notch * depth)
    return {notch > 0 ? -1 : 1, FrontFrom::notch};
  const double rim = side.front_y - side.behind_y;
  if (std::abs(rim) > k_rim * depth) return {rim > 0 ? 1 : -1, FrontFrom::rim};
  const double dish = side.dish_x - (side.low_x + side.high_x) / 2;
  if (std::abs(dish) > k_dish * depth) return {dish > 0 ? -1 : 1, FrontFrom::dishes};
  return {};
}

Strip mean_of(const Strip& a, const Strip& b) {
  return {(a.low_x + b.low_x) / 2,   (a.high_x + b.high_x) / 2,   (a.dish_x + b.dish_x) / 2,
          (a.dish_y + b.dish_y) / 2, (a.front_y + b.front_y) / 2, (a.behind_y + b.behind_y) / 2};
}

}  // namespace

InsertShape find_insert_shape(const TriangleMesh& mesh, bool is_closed, double spacing,
                              const std::string& what) {
  const Upward up = find_upward(facets_of(mesh), sample_surface(mesh, 1).size, is_closed, what);
  const Pose X_GM = upright_frame(mesh, up.direction);
  const TriangleMesh in_G = transformed(mesh, X_GM);
  const Eigen::Vector3d sizes = bounding_box(in_G).sizes();
  const double strip_width = 0.04 * sizes.z();
  const Facets facets = facets_of(in_G);
  const Strip side = mean_of(measure_strip(facets, spacing / 2, strip_width),
                             measure_strip(facets, -spacing / 2, strip_width));
  const Strip middle = measure_strip(facets, 0, strip_width);
  if (!(side.high_x > side.low_x)) {
    throw InputError(fmt::format(
        "{}: has no upper surface under condyles that are {:.1f} mm apart; check its unit", what,
        1e3 * spacing));
  }
  const Front front = find_front(side, middle);

  // I: turned about y if the front is at negative x.
  Pose X_IG = Pose::Identity();
  if (front.sign < 0) X_IG.linear() = Eigen::Vector3d(-1, 1, -1).asDiagonal();
  X_IG.translation() = -(X_IG.linear() * Eigen::Vector3d(side.dish_x, side.dish_y, 0));
  InsertShape shape{.X_IM = X_IG * X_GM, .width = sizes.z(), .depth = sizes.x()};
  if (up.back) shape.thickness = side.dish_y - *up.back;
  shape.front_from = front.from;
  return shape;
}

}  // namespace condyle
