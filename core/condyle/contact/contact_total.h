#pragma once

#include <span>

#include "condyle/contact/contact_statistics.h"
#include "condyle/pose.h"

namespace condyle {

/// One of several contacts between the same two bodies, as where a body has several meshes.
struct ContactPart {
  ContactStatistics statistics;  ///< in its casting mesh frame C
  Pose X_FC = Pose::Identity();  ///< C in the frame F of the total
  bool is_reversed = false;      ///< its casting mesh is of the second body
};

/// The parts as one contact: sums of triangles in contact, areas, energies, forces and moments;
/// greatest values; means and centres over all. In F, moments about its origin; forces are those on
/// the first body.
ContactStatistics total_of(std::span<const ContactPart> parts);

/// Velocity of C relative to T at C's origin, in C, as that of the first body relative to the
/// second at F's origin, in F.
Twist velocity_in_total(const ContactPart& part, const Twist& V_TC_C);

}  // namespace condyle
