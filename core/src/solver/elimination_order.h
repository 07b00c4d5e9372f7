#pragma once

#include <span>
#include <utility>
#include <vector>

namespace condyle {

/// The indices of two different blocks of a matrix that act on one another.
using Coupling = std::pair<int, int>;

/// The order in which the blocks of a matrix with a symmetric pattern are eliminated, and the
/// fill-in. Blocks that are not coupled, not even through others, belong to different parts, which
/// are independent and are eliminated one after the other.
///
/// The same pattern gives the same order. Nothing is allocated once the largest pattern has been
/// seen.
class EliminationOrder {
 public:
  struct Part {
    int first = 0, last = 0;  ///< positions in the order: first <= position < last
    /// Whether all fill-in is kept. If only the pattern is kept, factors are approximate.
    bool is_complete = true;
  };

  /// Finds the order for `count` blocks a side. Couplings may be in any order and may repeat. A
  /// part whose factors take more than `most_products` products of blocks per block of its own is
  /// left incomplete.
  void find(int count, std::span<const Coupling> couplings, int most_products);

  int count() const { return static_cast<int>(block_.size()); }
  std::span<const Part> parts() const { return parts_; }
  int part_of(int block) const { return part_of_[block]; }
  int position(int block) const { return position_[block]; }
  int block(int position) const { return block_[position]; }
  /// The blocks of a part, in the order of elimination.
  std::span<const int> blocks(int part) const {
    const Part& of = parts_[part];
    return std::span(block_).subspan(of.first, of.last - of.first);
  }

  /// The entries of the column at `position` below its diagonal: [start(k), start(k + 1)), each
  /// with the position of its row, ascending.
  int start(int position) const { return starts_[position]; }
  int row(int entry) const { return rows_[entry]; }
  int entries() const { return static_cast<int>(rows_.size()); }

  /// Index of the entry in the row and column at two positions of the pattern, row > column.
  int entry(int row, int column) const;

 private:
  void find_neighbours(int count, std::span<const Coupling> couplings);
  void find_part(int seed);
  void eliminate_part(Part& part, int most_products);
  void eliminate(int block);
  void keep_pattern_alone(const Part& part);
  void make_columns();

  std::vector<Part> parts_;
  std::vector<int> part_of_, position_;  ///< per block: its part, and its position in the order
  std::vector<int> block_;               ///< per position: the block
  std::vector<int> starts_, rows_;
  std::vector<std::vector<int>> pattern_;  ///< by block: its neighbours, ascending
  /// By block: its neighbours that are left to eliminate, ascending.
  std::vector<std::vector<int>> neighbours_;
  std::vector<int> members_;  ///< blocks of the part being eliminated
  /// Heap of (degree, block); some entries are out of date.
  std::vector<std::pair<int, int>> waiting_;
  std::vector<int> merged_;
};

}  // namespace condyle
