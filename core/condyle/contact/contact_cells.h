#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_sums.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// More patches than this cost an allocation the first time.
inline constexpr std::size_t k_expected_patches = 64;

/// Sums of the contact by cell: what lies in one patch and one octant of the casting frame. Each
/// triangle is added to its cell alone. The patches, the six half spaces (each four of the eight
/// octants) and the whole are made of the few cells in the end.
class ContactCells {
 public:
  explicit ContactCells(const ContactSurface& casting);

  /// Looks anew where the triangles of the same surface lie.
  void renew(const ContactSurface& casting);

  /// Empties everything and expects so many patches.
  void begin(int patch_count);

  /// Adds a block; `patch_of` says for each of its triangles the patch.
  void add(const ContactBlock& block, std::span<const int> patch_of, bool has_friction);

  ContactSums patch(int patch) const;

  /// Fills the total and the first six regions, -x +x -y +y -z +z (see regions.h).
  void write(ContactResult& result) const;

 private:
  static constexpr int k_octants = 8;
  /// Per octant the cell, or -1 while nothing lies there: a rough contact has more patches than
  /// any of them has octants.
  using PatchCells = std::array<int, k_octants>;

  void find_cells(const ContactBlock& block, std::span<const int> patch_of);

  std::vector<std::uint8_t> octant_;  ///< per casting triangle: bits x, y, z >= 0
  std::vector<PatchCells> cell_of_;
  std::vector<ContactSums> cells_;
  ContactBlock::Column<int> cell_;  ///< of each triangle of the present block
};

}  // namespace condyle
