#pragma once

#include <memory>
#include <vector>

#include "condyle/collision/proximity_hit.h"
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

/// The hits of rays from the casting surface with proximities between the two limits [m].
/// two_sided: whichever way the target faces.
std::vector<ProximityHit> hits_of(const PlacedPair& pair, double min_proximity,
                                  double max_proximity, bool two_sided = false);

}  // namespace condyle
