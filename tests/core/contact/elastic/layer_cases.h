#pragma once

#include <cmath>

#include "core/contact/contact_cases.h"
#include "core/src/geometry/sphere.h"

// Contacts of the elastic layer that several tests use.
namespace condyle::test {

inline constexpr double k_ball_radius = 50e-3;

inline ContactSettings layer_settings() {
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  return settings;
}

inline std::shared_ptr<const ContactSurface> ball(double radius) {
  return std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{radius}),
                                                TriangleMesh{}, rigid_layer(), "ball");
}

inline std::shared_ptr<const ContactSurface> half_space(const Layer& layer) {
  return std::make_shared<const ContactSurface>(geometry::Shape(geometry::HalfSpace{}),
                                                TriangleMesh{}, layer, "plane");
}

/// Pose of a plane that faces down onto z = 0, at a depth [m].
inline Pose pressed_down(double depth) {
  Pose X = rotation(std::numbers::pi, {1, 0, 0});
  X.translation().z() = -depth;
  return X;
}

/// The motion exp of a twist (angular, linear).
inline Pose motion(const Vector6& twist) {
  const Vector3d w = twist.head<3>(), v = twist.tail<3>();
  const double angle = w.norm();
  Pose X = Pose::Identity();
  if (angle > 0) X.linear() = Eigen::AngleAxisd(angle, w / angle).toRotationMatrix();
  // The integral of the rotation over the motion; by its series where the angle is small.
  const double first = angle > 1e-4 ? (1 - std::cos(angle)) / (angle * angle) : 0.5;
  const double second =
      angle > 1e-4 ? (angle - std::sin(angle)) / (angle * angle * angle) : 1.0 / 6;
  X.translation() = v + first * w.cross(v) + second * w.cross(w.cross(v));
  return X;
}

/// The triangles of a mesh whose centroids lie between two values of x [m].
inline TriangleMesh cap(const TriangleMesh& mesh, double from, double to) {
  return cropped(mesh, [=](const Vector3d& c) { return c.x() > from && c.x() < to; });
}

struct LayerRig {
  std::shared_ptr<const ContactSurface> casting, target;
  Pose X_CT;

  /// The casting mesh as a rigid surface, for use as a target.
  std::shared_ptr<const ContactSurface> target_as_mesh() const {
    return surface(casting->mesh(), rigid_layer());
  }
};

/// A plate with a layer of 8 mm casts onto a rigid ball, 0.3 mm deep: a patch of 4 mm radius.
inline LayerRig ball_on_plate(double nu) {
  return {surface(mesh::make_plane_grid(14e-3, 14e-3, 28, 28), {463e6, nu, 8e-3}),
          ball(k_ball_radius), translation(0.3e-3, -0.2e-3, k_ball_radius - 3e-4)};
}

/// The sides of ball_on_plate() swapped: a cap of the ball with a layer of 8 mm casts onto a rigid
/// plane, 0.3 mm deep.
inline LayerRig cap_on_plane(double nu) {
  const TriangleMesh mesh = cropped(mesh::make_icosphere(k_ball_radius, 7),
                                    [](const Vector3d& c) { return c.z() < 1e-3 - k_ball_radius; });
  return {surface(mesh, {463e6, nu, 8e-3}), half_space(rigid_layer()),
          translation(0, 0, 3e-4 - k_ball_radius)};
}

}  // namespace condyle::test
