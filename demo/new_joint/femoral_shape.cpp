#include "new_joint/femoral_shape.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "condyle/error.h"
#include "new_joint/flat_face.h"
#include "new_joint/mirror_plane.h"
#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

constexpr double k_degree = std::numbers::pi / 180;
constexpr int k_turn = 360;  // directions in the sagittal plane, one per degree

/// The frame in which the outline is measured: z along the mirror plane's normal, its origin in the
/// plane, x and y anywhere in it.
Pose mirror_frame(const TriangleMesh& mesh, const MirrorPlane& plane) {
  Pose X_GM = Pose::Identity();
  const Eigen::Vector3d x = plane.normal.unitOrthogonal();
  X_GM.linear().row(0) = x;
  X_GM.linear().row(1) = plane.normal.cross(x);
  X_GM.linear().row(2) = plane.normal;
  const Eigen::Vector3d centre = sample_surface(mesh, 1).centre;
  X_GM.translation() = -X_GM.linear() * centre;
  X_GM.translation().z() = -plane.offset;
  return X_GM;
}

/// A point in which a plane touches one part of the mesh.
struct Touch {
  double height = -std::numeric_limits<double>::infinity();  ///< along the direction [m]
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
};

/// The outline from the side: for the direction of each degree, what a plane with that normal
/// touches.
struct Outline {
  std::array<double, k_turn> height;          ///< mean of both condyles [m]
  std::array<Eigen::Vector2d, k_turn> point;  ///< mean of both condyles [m]
  std::array<double, k_turn> spacing;         ///< of the points on the condyles, along z [m]
  std::array<double, k_turn> notch;           ///< how much lower the middle strip reaches [m]
};

int wrapped(int degree) { return ((degree % k_turn) + k_turn) % k_turn; }

Eigen::Vector2d direction(double degree) {
  return {std::cos(degree * k_degree), std::sin(degree * k_degree)};
}

Outline measure_outline(const TriangleMesh& in_G, double width) {
  Outline outline;
  for (int degree = 0; degree < k_turn; ++degree) {
    const Eigen::Vector2d d = direction(degree);
    Touch right, left, middle;
    for (const Eigen::Vector3d& v : in_G.vertices) {
      const double height = d.dot(v.head<2>());
      Touch* part = v.z() > 0.1 * width              ? &right
                    : v.z() < -0.1 * width           ? &left
                    : std::abs(v.z()) < 0.05 * width ? &middle
                                                     : nullptr;
      if (part != nullptr && height > part->height) *part = {height, v};
    }
    outline.height[degree] = (right.height + left.height) / 2;
    outline.point[degree] = (right.point + left.point).head<2>() / 2;
    outline.spacing[degree] = right.point.z() - left.point.z();
    // Nothing in the middle is the deepest notch.
    outline.notch[degree] =
        std::isfinite(middle.height) ? outline.height[degree] - middle.height : width;
  }
  return outline;
}

/// The direction of the opening [degree]: a plane that turns around the outline stands still there
/// on two ends, and its point of touch leaps from one to the other.
double opening_of(const Outline& outline) {
  constexpr int k_around = 12;  // [degree]
  double farthest = 0, opening = 0;
  for (int degree = 0; degree < k_turn; ++degree) {
    const Eigen::Vector2d leap =
        outline.point[wrapped(degree + k_around)] - outline.point[wrapped(degree - k_around)];
    if (leap.norm() <= farthest) continue;
    farthest = leap.norm();
    opening = std::atan2(-leap.x(), leap.y()) / k_degree;
  }
  return opening;
}

/// The mean of the notch's depth over the directions from `from` to `to` degrees.
double mean_notch(const Outline& outline, int from, int to) {
  double sum = 0;
  for (int degree = std::min(from, to); degree <= std::max(from, to); ++degree)
    sum += outline.notch[wrapped(degree)];
  return sum / (std::abs(to - from) + 1);
}

/// A circle in the sagittal plane.
struct Circle {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double radius = 0;
};

/// Fits a circle to the outline where it is rounded, by its heights: that of a circle is
/// centre . direction + radius. The directions are down + sign * (from..to) degrees. An end of the
/// surface, where the point of touch stands still, does not count.
Circle fit_back(const Outline& outline, int down, int sign, double width) {
  constexpr int k_from = 25, k_to = 110;  // behind the lowest point [degree]
  const double least_radius = 0.1 * width;
  Eigen::Matrix3d normal_matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right_side = Eigen::Vector3d::Zero();
  for (int behind = k_from; behind <= k_to; ++behind) {
    const int degree = wrapped(down + sign * behind);
    const double radius =
        (outline.point[wrapped(degree + 3)] - outline.point[wrapped(degree - 3)]).norm() /
        (6 * k_degree);
    if (radius < least_radius) continue;
    const Eigen::Vector2d d = direction(degree);
    const Eigen::Vector3d row(d.x(), d.y(), 1);
    normal_matrix += row * row.transpose();
    right_side += outline.height[degree] * row;
  }
  const Eigen::Vector3d solved = normal_matrix.ldlt().solve(right_side);
  return {solved.head<2>(), solved.z()};
}

/// Radius of the outline around a direction, from how far its point of touch moves [m].
double radius_around(const Outline& outline, int degree) {
  constexpr int k_around = 8;  // [degree]
  const Eigen::Vector2d way =
      outline.point[wrapped(degree + k_around)] - outline.point[wrapped(degree - k_around)];
  return way.norm() / (2 * k_around * k_degree);
}

/// How far behind `down` the outline tightens from its large radius below to that of the back
/// [degree], if it does.
std::optional<int> tightening(const Outline& outline, int down, int sign, double back_radius) {
  constexpr int k_from = -40, k_until = -15, k_last = 60;
  constexpr double k_clear = 1.12;  // ratio of the radii
  double below = 0;
  for (int behind = k_from; behind < k_until; ++behind)
    below += radius_around(outline, down + sign * behind) / (k_until - k_from);
  if (below < k_clear * back_radius) return std::nullopt;
  for (int behind = k_until; behind < k_last; ++behind)
    if (radius_around(outline, down + sign * behind) < (below + back_radius) / 2) return behind;
  return std::nullopt;
}

double mean_spacing(const Outline& outline, int down, int sign) {
  double sum = 0;
  constexpr int k_from = 0, k_to = 60;
  for (int behind = k_from; behind <= k_to; ++behind)
    sum += outline.spacing[wrapped(down + sign * behind)];
  return sum / (k_to - k_from + 1);
}

/// The direction of the bone's flat cut [degree] if there is one near the opening's.
std::optional<double> cut_near(const TriangleMesh& in_G, double opening, double width) {
  constexpr double k_within = 25 * k_degree, k_least_share = 0.02;
  Eigen::Vector3d up;
  up << direction(opening), 0;
  const auto face = largest_flat_face(facets_of(in_G), width, up, k_within);
  if (!face || face->area_share < k_least_share) return std::nullopt;
  return std::atan2(face->normal.y(), face->normal.x()) / k_degree;
}

/// How the component stands in the outline's plane.
struct Stance {
  int back = 1;   ///< the sense in which directions turn to the back: 1 or -1
  double up = 0;  ///< at extension [degree]
  ExtensionFrom extension_from = ExtensionFrom::opening;

  /// The direction straight down, to a degree.
  int down() const { return wrapped(static_cast<int>(std::lround(up)) + k_turn / 2); }
};

/// Tells the back by the notch. Absent if there is none between two condyles.
std::optional<Stance> find_stance(const Outline& outline, const TriangleMesh& in_G, double width) {
  constexpr int k_notch_from = 20, k_notch_to = 80;
  constexpr double k_least_notch = 0.03;  // of the width
  constexpr int k_before_tightening = 15;
  const double opening = opening_of(outline);
  const std::optional<double> cut = cut_near(in_G, opening, width);
  Stance stance{.up = cut.value_or(opening),
                .extension_from = cut ? ExtensionFrom::flat_cut : ExtensionFrom::opening};
  const int down = stance.down();
  const double one = mean_notch(outline, down + k_notch_from, down + k_notch_to);
  const double other = mean_notch(outline, down - k_notch_to, down - k_notch_from);
  if (std::max(one, other) < k_least_notch * width) return std::nullopt;
  stance.back = one > other ? 1 : -1;
  if (cut) return stance;

  const double radius = fit_back(outline, down, stance.back, width).radius;
  if (const auto behind = tightening(outline, down, stance.back, radius)) {
    stance.up += stance.back * (*behind - k_before_tightening);
    stance.extension_from = ExtensionFrom::radius;
  }
  return stance;
}

/// F in the frame of the outline: y up, x to the front; z completes it, whichever way the mirror
/// plane's normal points. Its origin is the middle of the circle.
Pose femoral_frame(const Stance& stance, const Circle& circle) {
  Eigen::Vector3d x, y, origin;
  x << direction(stance.up + 90 * stance.back), 0;
  y << direction(stance.up), 0;
  origin << circle.centre, 0;
  Pose X_FG = Pose::Identity();
  X_FG.linear().row(0) = x;
  X_FG.linear().row(1) = y;
  X_FG.linear().row(2) = x.cross(y);
  X_FG.translation() = -X_FG.linear() * origin;
  return X_FG;
}

}  // namespace

FemoralShape find_femoral_shape(const TriangleMesh& mesh, const std::string& what) {
  constexpr double k_most_asymmetry = 0.06;
  const auto refuse = [&](const char* reason) {
    throw InputError(fmt::format(
        "{}: does not look like a femoral component: {}; give the femoral component first and the "
        "tibial insert second, or say with --kind what the joint is",
        what, reason));
  };
  const MirrorPlane plane = find_mirror_plane(mesh);
  if (plane.asymmetry > k_most_asymmetry) refuse("it has no plane of symmetry");

  const Pose X_GM = mirror_frame(mesh, plane);
  const TriangleMesh in_G = transformed(mesh, X_GM);
  const double width = bounding_box(in_G).sizes().z();
  const Outline outline = measure_outline(in_G, width);
  const std::optional<Stance> stance = find_stance(outline, in_G, width);
  if (!stance) refuse("it has no notch between two condyles");

  const int down = stance->down();
  const Circle circle = fit_back(outline, down, stance->back, width);
  if (!(circle.radius > 0.1 * width && circle.radius < width))
    refuse("its condyles have no rounded backs");
  const Pose X_FG = femoral_frame(*stance, circle);
  Eigen::Vector3d lowest;
  lowest << outline.point[down], 0;
  lowest = X_FG * lowest;
  return {.X_FM = X_FG * X_GM,
          .width = width,
          .posterior_radius = circle.radius,
          .condyle_spacing = mean_spacing(outline, down, stance->back),
          .extension_from = stance->extension_from,
          .lowest_x = lowest.x(),
          .lowest_y = lowest.y()};
}

}  // namespace condyle
