#pragma once

#include <memory>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// Two surfaces and their relative pose. The functions below need no contact law.
struct PlacedPair {
  std::shared_ptr<const ContactSurface> casting, target;
  Pose X_CT = Pose::Identity();  ///< pose of the target mesh frame in the casting mesh frame
};

/// The overlap of two surfaces, measured along the rays of the casting one.
struct Overlap {
  double depth = 0;      ///< the largest overlap within the window [m]; 0: none
  int within = 0;        ///< number of casting triangles that overlap within the window
  int beyond = 0;        ///< number of casting triangles that overlap by more than the window
  double far_depth = 0;  ///< the largest overlap beyond the window [m]
};

/// Measures the overlap; `max_proximity` is the end of the window [m].
Overlap overlap_of(const PlacedPair& pair, double max_proximity);

/// The overlap that overlap_of() finds, without rays that have left the casting body before they
/// meet the target: those from the far side of a thin body, whose back is not in the target.
Overlap overlap_inside(const PlacedPair& pair, double max_proximity);

/// The longest edge of the bounding boxes of both meshes [m].
double largest_extent(const PlacedPair& pair);

/// Distance between the bounding boxes of both meshes, which are aligned with the casting mesh
/// frame [m]; 0 if the boxes intersect. Not valid for shapes that extend to infinity.
double box_distance(const PlacedPair& pair);

/// The smallest gap along the normals of the casting mesh [m]. If no normal meets the target, the
/// distance of the bounding boxes.
double gap_of(const PlacedPair& pair);

/// Whether one side is a shape that extends to infinity, so that its bounding box means nothing.
bool has_endless_side(const PlacedPair& pair);

}  // namespace condyle
