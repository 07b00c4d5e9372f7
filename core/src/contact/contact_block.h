#pragma once

#include <Eigen/Core>
#include <span>
#include <type_traits>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"
#include "core/src/contact/contact_kernels.h"
#include "core/src/contact/surface/casting_pieces.h"

namespace condyle {

// The reduction from hits to results, one idea per file:
//
//   contact_block           triangles in contact, up to 64 at a time, one array per quantity
//   contact_pressure        fills a block: pressure, damping, friction
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

/// The vector of one contact.
template <int n>
Eigen::Matrix<double, n, 1> vector_at(const VectorColumn<n>& vectors, int i) {
  Eigen::Matrix<double, n, 1> v;
  for (int k = 0; k < n; ++k) v[k] = vectors.column[k][i];
  return v;
}

template <int n>
void put(const std::type_identity_t<Eigen::Matrix<double, n, 1>>& v, VectorColumn<n>& vectors,
         int i) {
  for (int k = 0; k < n; ++k) vectors.column[k][i] = v[k];
}

/// Starts a block with the hits whose indices are `chosen`, at most ContactBlock::k_most:
/// triangles, proximity, centroids and normals of the casting surface, areas times `share`.
/// `pieces` are parallel to `hits`, or empty if these are of whole triangles.
void gather(std::span<const ProximityHit> hits, std::span<const int> chosen,
            const ContactSurface& casting, std::span<const CastingPiece> pieces, double share,
            ContactBlock& block);

/// Ends a block: writes zeros behind its last contact, so that kernels may process eight contacts
/// at a time.
void pad(ContactBlock& block);

}  // namespace condyle
