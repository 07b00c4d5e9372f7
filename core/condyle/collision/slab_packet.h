#pragma once

// Slabs that tell more than boxes: between which two planes along its mean normal a piece of
// surface lies. A smooth piece of width w and radius R is w^2 / 8 R thick that way, where its box,
// unless it happens to lie straight, is nearly as thick as wide; and two surfaces that nearly touch
// are parted along their normals (one axis of the boxes of Gottschalk, Lin & Manocha 1996, added to
// those of the tree).

#include "condyle/collision/box_packet.h"

namespace condyle {

/// Four slabs: |axis . p - middle| <= half_size, p from the origin of the BoxSpace.
struct SlabPacket {
  Lanes axis[3];  ///< x, y, z of the four unit axes
  Lanes middle, half_size;
};

}  // namespace condyle
