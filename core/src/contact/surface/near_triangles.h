#pragma once

#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// Finds the casting triangles near a target, by the hierarchy of boxes over the casting mesh.
class NearTriangles {
 public:
  NearTriangles(const ContactSurface& casting, const ContactSurface& target)
      : casting_(&casting), target_(&target) {}

  /// Appends all triangles within `reach` [m] of the target, or inside it if it is a shape, and
  /// some that are farther away. X_TC: pose of the casting mesh in the target's frame.
  void find(const Pose& X_TC, double reach, std::vector<int>& triangles) const;

  /// Whether the target may come within `distance` [m] of the point p_C, or contain it if it is a
  /// shape.
  bool is_near(const Pose& X_TC, const Eigen::Vector3d& p_C, double distance) const;

 private:
  const ContactSurface *casting_, *target_;
};

}  // namespace condyle
