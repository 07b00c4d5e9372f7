#pragma once

#include <memory>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle {

/// Two surfaces and how they lie. What is asked of them below needs no law of contact.
struct PlacedPair {
  std::shared_ptr<const ContactSurface> casting, target;
  Pose X_CT = Pose::Identity();  ///< target mesh frame in the casting mesh frame
};

/// How two surfaces lie to one another, by the casting one's rays.
struct Overlap {
  double depth = 0;      ///< the deepest of what lies within the window [m]; 0: none
  int within = 0;        ///< casting triangles in contact
  int beyond = 0;        ///< those that overlap by more than the window
  double far_depth = 0;  ///< the deepest of those [m]
};

/// `max_proximity` is the end of the window [m].
Overlap overlap_of(const PlacedPair& pair, double max_proximity);

/// Larger of the edges of the boxes about both meshes [m].
double largest_extent(const PlacedPair& pair);

/// Of the boxes about both meshes, along the axes of the casting mesh frame [m]; 0 where they meet.
/// Not for shapes without end.
double box_distance(const PlacedPair& pair);

/// The least gap along the normals of the casting mesh [m], or where none of them meets the target
/// the distance of the boxes.
double gap_of(const PlacedPair& pair);

/// Whether a side of which the box says nothing takes part.
bool has_endless_side(const PlacedPair& pair);

}  // namespace condyle
