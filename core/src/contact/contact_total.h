#pragma once

#include <span>

#include "condyle/contact/contact_result.h"
#include "condyle/pose.h"

namespace condyle {

/// One of several contacts between the same two bodies, for example if a body has several meshes.
struct ContactPart {
  ContactStatistics statistics;  ///< in the casting mesh frame C of the part
  Pose X_FC = Pose::Identity();  ///< pose of C in the frame F of the total
  bool is_reversed = false;      ///< the casting mesh belongs to the second body
};

/// The parts as one contact: sums of triangles in contact, areas, energies, forces and moments;
/// greatest values; means and centres over all parts. Vectors are in F, moments about its origin,
/// forces on the first body.
ContactStatistics total_of(std::span<const ContactPart> parts);

/// Converts the velocity of C relative to T at C's origin, in C, to the velocity of the first body
/// relative to the second at F's origin, in F.
Twist velocity_in_total(const ContactPart& part, const Twist& V_TC_C);

}  // namespace condyle
