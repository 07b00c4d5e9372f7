#pragma once

#include <Eigen/Core>
#include <span>

#include "core/src/contact/linearised/block_vectors.h"

namespace condyle {

// The reduction from hits to results, one idea per file:
//
//   linearised_contact      evaluates triangles, for steps and reports alike
//   contact_block           what reports read of them, up to 64 at a time
//   octant_sums             sums by octant, which add up to the total and the half spaces
//   region_sums             sums by the user's regions, if there are any
//   contact_linearisation   stiffness and damping, computed when they are read
//   contact_patches         patches of connected triangles
//   patch_report            sums by patch, computed when they are read
//
// All of them run over the hits in ascending order of the casting triangle. Sums that every result
// has are formed in eight lanes, contact i in lane i % 8, which are then added in one order
// (contact_kernels.h); other sums are formed contact by contact. So results are the same to the bit
// for any register width.

/// Two sums or quantities side by side, which every current processor handles in one instruction.
using Double2 = Eigen::Array2d;

/// Copies what an evaluation has written of contact `i`, with the pressure and traction times
/// `per_area`, and the energy and the wrench of friction times `whole`.
void copy(const ContactBlock& from, int i, double per_area, double whole, ContactBlock& to, int j);

/// Ends a block: writes zeros behind its last contact, so that kernels may process eight contacts
/// at a time.
void pad(ContactBlock& block);

}  // namespace condyle
