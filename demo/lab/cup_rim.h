#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "new_joint/ball_fit.h"

namespace condyle {

/// The articular part of a cup, in its mesh frame: the triangles on its sphere, and their border.
struct CupRim {
  BallFit ball;
  std::vector<bool> is_articular;       ///< per triangle
  std::vector<bool> is_at_rim;          ///< articular triangles with a side on the border
  std::vector<Eigen::Vector3d> border;  ///< directions from the centre to sides on the border
};

/// Finds it by the sphere of fit_ball, to 3 percent of the radius and 20 degrees.
CupRim find_cup_rim(const ContactSurface& cup, const BallFit& ball);

/// Least distance along the sphere between the pressed triangles and the rim [m]: 0 if a triangle
/// at the rim is pressed; NaN if none is pressed.
double distance_to_rim(const CupRim& rim, const ContactSurface& cup,
                       std::span<const double> pressure);

}  // namespace condyle
