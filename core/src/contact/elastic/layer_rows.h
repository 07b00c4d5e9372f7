#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/layer_compliance.h"

namespace condyle {

/// The part of a patch that is covered, for LayerRows. A part that is 1 to rounding counts as 1,
/// since sums of equal areas in another order differ by rounding.
inline double covered_part(double covered, double area) {
  const double part = covered / area;
  return part < 1 - 1e-9 ? part : 1;
}

/// The entries of a layer's compliance among the nodes around a contact, kept from step to step: a
/// contact that moves meets a few new nodes per step, and only their rows are computed. Each node
/// has a slot, the number of its row and column.
class LayerRows {
 public:
  explicit LayerRows(const LayerCompliance& compliance) : compliance_(&compliance) {}

  /// Gives each of these nodes a slot, and writes the slots, parallel to `nodes`. `parts`: the part
  /// of each patch that the other body covers, in (0, 1], which counts in the diagonal
  /// (LayerCompliance::of_part). Appends to `changed` slots that held another node, or whose
  /// diagonal has changed. Allocates only to grow.
  void place(std::span<const int> nodes, std::span<const double> parts, std::vector<int>& slots,
             std::vector<int>& changed);

  /// Number of slots.
  Eigen::Index size() const { return static_cast<Eigen::Index>(slots_.size()); }

  /// Rows and columns by slot. Those of slots that were not placed are meaningless, but finite.
  Eigen::Map<const Eigen::MatrixXd> entries() const { return {entries_.data(), size(), size()}; }

 private:
  struct Slot {
    int node = -1;
    double part = 1;
    bool is_placed = false;
  };

  void grow(std::size_t count);
  int take_slot(std::vector<int>& changed);
  void fill(int slot);
  double& entry(int i, int j) {
    return entries_[static_cast<std::size_t>(j) * slots_.size() + static_cast<std::size_t>(i)];
  }

  const LayerCompliance* compliance_;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;           ///< slot that take_slot() took last
  std::vector<int> slot_of_node_;  ///< per node: its slot, or -1
  std::vector<double> entries_;    ///< column by column [m/N]
};

}  // namespace condyle
