#include "condyle/contact/contact_cells.h"

namespace condyle {
namespace {

constexpr int k_half_spaces = 6;
constexpr std::size_t k_expected_cells_per_patch = 3;

std::uint8_t octant_of(const Eigen::Vector3d& c) {
  return static_cast<std::uint8_t>((c.x() >= 0 ? 1 : 0) | (c.y() >= 0 ? 2 : 0) |
                                   (c.z() >= 0 ? 4 : 0));
}

/// Half space 2 axis is the minus side, 2 axis + 1 the plus side.
bool octant_in_half_space(int octant, int half_space) {
  const int plus_bit = (octant >> (half_space / 2)) & 1;
  return plus_bit == half_space % 2;
}

}  // namespace

ContactCells::ContactCells(const ContactSurface& casting) {
  cell_of_.reserve(k_expected_patches);
  cells_.reserve(k_expected_patches * k_expected_cells_per_patch);
  octant_.reserve(static_cast<std::size_t>(casting.element_count()));
  renew(casting);
}

void ContactCells::renew(const ContactSurface& casting) {
  octant_.clear();
  for (const Eigen::Vector3d& c : casting.centroids()) octant_.push_back(octant_of(c));
}

void ContactCells::begin(int patch_count) {
  PatchCells none;
  none.fill(-1);
  cell_of_.assign(static_cast<std::size_t>(patch_count), none);
  cells_.clear();
}

void ContactCells::find_cells(const ContactBlock& block, std::span<const int> patch_of) {
  for (int i = 0; i < block.count; ++i) {
    int& cell = cell_of_[patch_of[i]][octant_[block.casting_triangle[i]]];
    if (cell < 0) {
      cell = static_cast<int>(cells_.size());
      cells_.emplace_back();
    }
    cell_[i] = cell;
  }
}

void ContactCells::add(const ContactBlock& block, std::span<const int> patch_of,
                       bool has_friction) {
  find_cells(block, patch_of);
  // Neighbours in the mesh file mostly share their cell: its sums then stay in registers.
  for (int i = 0; i < block.count;) {
    const int cell = cell_[i];
    ContactSums sums = cells_[cell];
    do {
      sums.add(block, i++);
    } while (i < block.count && cell_[i] == cell);
    cells_[cell] = sums;
  }
  if (!has_friction) return;
  for (int i = 0; i < block.count; ++i) cells_[cell_[i]].add_friction(block, i);
}

ContactSums ContactCells::patch(int patch) const {
  ContactSums sums;
  for (const int cell : cell_of_[patch]) {
    if (cell >= 0) sums.add(cells_[cell]);
  }
  return sums;
}

void ContactCells::write(ContactResult& result) const {
  std::array<ContactSums, k_octants> octants;
  for (const PatchCells& patch : cell_of_) {
    for (int octant = 0; octant < k_octants; ++octant) {
      if (patch[octant] >= 0) octants[octant].add(cells_[patch[octant]]);
    }
  }
  ContactSums total;
  for (const ContactSums& octant : octants) total.add(octant);
  result.total = statistics_of(total);
  for (int half_space = 0; half_space < k_half_spaces; ++half_space) {
    ContactSums sums;
    for (int octant = 0; octant < k_octants; ++octant) {
      if (octant_in_half_space(octant, half_space)) sums.add(octants[octant]);
    }
    result.regions[half_space].statistics = statistics_of(sums);
  }
}

}  // namespace condyle
