#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Splits the triangles in contact into patches that hang together over shared edges.
class PatchFinder {
 public:
  /// Keeps a reference: the surface must outlive the finder.
  explicit PatchFinder(const ContactSurface& casting);

  /// Fills `patches` and `patch_triangles` of the result. `contacts` ascend by casting triangle.
  /// Allocates nothing once the largest number of contacts has been seen.
  void find(std::span<const TriangleContact> contacts, ContactResult& result);

 private:
  void reserve(std::size_t contacts, ContactResult& result);
  void join_neighbours(std::span<const TriangleContact> contacts);
  int root_of(int contact);
  void sum_patches(std::span<const TriangleContact> contacts);
  void write(std::span<const TriangleContact> contacts, ContactResult& result);

  const ContactSurface* casting_;
  std::vector<int> contact_of_;    ///< per casting triangle: index of its contact, or -1
  std::vector<int> parent_;        ///< per contact: forest of joined contacts; a root is the lowest
  std::vector<int> patch_of_;      ///< per contact
  std::vector<ContactSums> sums_;  ///< per patch, in order of their first triangle
  std::vector<int> rank_;          ///< patches, largest force first
  std::vector<int> next_;          ///< per patch: where its next triangle goes
};

}  // namespace condyle
