#pragma once

#include "core/src/contact/overlap.h"

namespace condyle {

/// Distance between the bounding boxes of both meshes, which are aligned with the casting mesh
/// frame [m]; 0 if the boxes intersect. Not valid for shapes that extend to infinity.
double box_distance(const PlacedPair& pair);

/// The smallest gap along the normals of the casting mesh [m]. If no normal meets the target, the
/// distance of the bounding boxes.
double gap_of(const PlacedPair& pair);

/// Whether one side is a shape that extends to infinity, so that its bounding box means nothing.
bool has_endless_side(const PlacedPair& pair);

}  // namespace condyle
