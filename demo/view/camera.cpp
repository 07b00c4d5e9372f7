#include "view/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/geometry/turn_between.h"

namespace condyle {
namespace {

constexpr double k_near = 0.02, k_far = 50;  // multiples of the distance from eye to target
constexpr double k_smallest_distance = 1e-3, k_largest_distance = 1e3;  // [m]
constexpr double k_margin = 1.08;     // enlargement of a framed box
constexpr double k_aspect = 4.0 / 3;  // narrower pictures show the same width

/// Half of the picture's height at distance 1. A narrow picture shows more above and below, so that
/// nothing is cut off at its sides.
double half_height(const Camera& camera, ViewSize size) {
  return std::tan(camera.field_of_view / 2) * std::max(1.0, k_aspect / size.aspect());
}

void set_distance(Camera& camera, double distance) {
  camera.distance = std::clamp(distance, k_smallest_distance, k_largest_distance);
}

}  // namespace

Camera look_at(const Eigen::Vector3d& eye, const Eigen::Vector3d& target, const Eigen::Vector3d& up,
               double field_of_view) {
  Camera camera;
  camera.R_WT = geometry::turn_between(Eigen::Vector3d::UnitZ(), up);
  camera.target = target;
  camera.field_of_view = field_of_view;
  set_distance(camera, (eye - target).norm());
  const Eigen::Vector3d p_T = camera.R_WT.transpose() * (eye - target).normalized();
  camera.azimuth = std::atan2(p_T.y(), p_T.x());
  camera.elevation =
      std::clamp(std::asin(std::clamp(p_T.z(), -1.0, 1.0)), -k_max_elevation, k_max_elevation);
  return camera;
}

Eigen::Vector3d eye(const Camera& camera) {
  return camera.target - camera.distance * view_direction(camera);
}

Eigen::Vector3d view_direction(const Camera& camera) {
  const double c = std::cos(camera.elevation);
  const Eigen::Vector3d p_T(c * std::cos(camera.azimuth), c * std::sin(camera.azimuth),
                            std::sin(camera.elevation));
  return -camera.R_WT * p_T;
}

Eigen::Vector3d right_direction(const Camera& camera) {
  return camera.R_WT * Eigen::Vector3d(-std::sin(camera.azimuth), std::cos(camera.azimuth), 0);
}

Eigen::Vector3d up_direction(const Camera& camera) {
  return right_direction(camera).cross(view_direction(camera));
}

Eigen::Matrix4d view_matrix(const Camera& camera) {
  Eigen::Matrix3d R;
  R.row(0) = right_direction(camera);
  R.row(1) = up_direction(camera);
  R.row(2) = -view_direction(camera);
  Eigen::Matrix4d view = Eigen::Matrix4d::Identity();
  view.topLeftCorner<3, 3>() = R;
  view.topRightCorner<3, 1>() = -R * eye(camera);
  return view;
}

Eigen::Matrix4d projection_matrix(const Camera& camera, ViewSize size) {
  const double n = k_near * camera.distance, f = k_far * camera.distance;
  const double scale = 1 / half_height(camera, size);
  Eigen::Matrix4d P = Eigen::Matrix4d::Zero();
  P(0, 0) = scale / size.aspect();
  P(1, 1) = scale;
  P(2, 2) = (f + n) / (n - f);
  P(2, 3) = 2 * f * n / (n - f);
  P(3, 2) = -1;
  return P;
}

CameraRay ray_through(const Camera& camera, ViewSize size, double x, double y) {
  const double tangent = half_height(camera, size);
  const double u = (2 * x / size.width - 1) * tangent * size.aspect();
  const double v = (1 - 2 * y / size.height) * tangent;
  const Eigen::Vector3d direction =
      view_direction(camera) + u * right_direction(camera) + v * up_direction(camera);
  return {eye(camera), direction.normalized()};
}

Eigen::Vector3d project(const Camera& camera, ViewSize size, const Eigen::Vector3d& point) {
  const Eigen::Vector3d p = point - eye(camera);
  const double depth = p.dot(view_direction(camera));
  const double scale = size.height / (2 * half_height(camera, size) * depth);
  return {size.width / 2.0 + scale * p.dot(right_direction(camera)),
          size.height / 2.0 - scale * p.dot(up_direction(camera)), depth};
}

double pixels_per_metre(const Camera& camera, ViewSize size) {
  return size.height / (2 * half_height(camera, size) * camera.distance);
}

void orbit(Camera& camera, ViewSize size, double dx, double dy) {
  const double angle = std::numbers::pi / size.height;
  camera.azimuth = std::remainder(camera.azimuth - dx * angle, 2 * std::numbers::pi);
  camera.elevation = std::clamp(camera.elevation + dy * angle, -k_max_elevation, k_max_elevation);
}

void pan(Camera& camera, ViewSize size, double dx, double dy) {
  const double metres_per_pixel = 1 / pixels_per_metre(camera, size);
  camera.target -= metres_per_pixel * (dx * right_direction(camera) - dy * up_direction(camera));
}

void frame(Camera& camera, ViewSize size, const Eigen::AlignedBox3d& box) {
  if (box.isEmpty()) return;
  camera.target = box.center();
  // The distance at which each corner lies inside both half angles, seen from the centre of the
  // box.
  const double tan_y = half_height(camera, size), tan_x = tan_y * size.aspect();
  double distance = 0;
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d p =
        k_margin * (box.corner(Eigen::AlignedBox3d::CornerType(k)) - box.center());
    const double reach = std::max(std::abs(p.dot(right_direction(camera))) / tan_x,
                                  std::abs(p.dot(up_direction(camera))) / tan_y);
    distance = std::max(distance, reach - p.dot(view_direction(camera)));
  }
  set_distance(camera, distance);
}

}  // namespace condyle
