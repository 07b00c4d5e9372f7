#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <numbers>

namespace condyle {

/// A camera on a turntable with frame T, whose z axis points up in the world. Angles in radians,
/// lengths in metres.
struct Camera {
  Eigen::Matrix3d R_WT = Eigen::Matrix3d::Identity();
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
  double distance = 1;
  double azimuth = 0;    ///< of the eye seen from the target, about T's z from T's x
  double elevation = 0;  ///< of the eye above the horizon, in [-k_max_elevation, k_max_elevation]
  /// Vertical field of view for pictures of aspect 4:3 or wider. A narrower picture shows the same
  /// width as one of 4:3.
  double field_of_view = 0.5;
};

/// The pole; there the azimuth alone says which way is up in the picture.
inline constexpr double k_max_elevation = std::numbers::pi / 2;

/// Size of a picture [pixels]; width and height must be > 0.
struct ViewSize {
  int width = 1;
  int height = 1;
  double aspect() const { return static_cast<double>(width) / height; }
};

struct CameraRay {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;  ///< unit vector
};

/// A camera at `eye` that looks at `target`. The two points must differ and `up` must not be zero.
Camera look_at(const Eigen::Vector3d& eye, const Eigen::Vector3d& target, const Eigen::Vector3d& up,
               double field_of_view);

Eigen::Vector3d eye(const Camera& camera);
Eigen::Vector3d view_direction(const Camera& camera);  ///< unit vector from eye to target
Eigen::Vector3d right_direction(const Camera& camera);
Eigen::Vector3d up_direction(const Camera& camera);

/// Transforms world to eye coordinates (x right, y up, looking along -z).
Eigen::Matrix4d view_matrix(const Camera& camera);

/// Transforms eye to clip coordinates by OpenGL's conventions. Near and far planes scale with the
/// distance of the target.
Eigen::Matrix4d projection_matrix(const Camera& camera, ViewSize size);

/// The ray through pixel (x, y), with y down from the top left corner.
CameraRay ray_through(const Camera& camera, ViewSize size, double x, double y);

/// Projects a point of the world into the picture [pixels, y down]. The third coordinate is the
/// depth along the view direction [m], negative behind the eye.
Eigen::Vector3d project(const Camera& camera, ViewSize size, const Eigen::Vector3d& point);

/// Pixels per metre for a length across the view at the target's depth.
double pixels_per_metre(const Camera& camera, ViewSize size);

/// Turns the camera by a drag of (dx, dy) pixels; the height of the picture is half a turn.
void orbit(Camera& camera, ViewSize size, double dx, double dy);

/// Shifts the camera so that the point under the cursor, at the target's depth, follows the cursor.
void pan(Camera& camera, ViewSize size, double dx, double dy);

/// Moves the camera without turning it so that the box fills the picture.
void frame(Camera& camera, ViewSize size, const Eigen::AlignedBox3d& box);

}  // namespace condyle
