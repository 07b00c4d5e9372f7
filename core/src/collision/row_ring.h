#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/src/collision/search_kernels.h"

namespace condyle {

/// The rows of all lists of a search, one after another in a ring of memory. A list that was
/// overwritten is made again when it is needed, so lists come and go without allocation, and the
/// ring needs no more room than the lists that are in use.
class RowRing {
 public:
  /// Running number of a row. It only grows, with gaps, and never repeats.
  using Place = std::int64_t;

  /// Takes memory for this many rows, but leaves it untouched, so that the system gives none, until
  /// the lists need it: most searches list few rows.
  explicit RowRing(std::int64_t rows) {
    allocate(std::max(rows, k_fewest_in_memory));
    grow(0, k_fewest);
  }

  /// The place of the next rows, and the number of rows for which there is room.
  ListRow* end() { return rows_.get() + head_ % size_; }
  int room() const { return static_cast<int>(size_ - head_ % size_); }

  /// Moves on to a place with room for `count` rows.
  void make_room(int count) {
    if (4 * count > size_) grow(4 * count, 8 * count);
    if (count > room()) head_ += room();
  }

  /// Keeps the first `count` rows written at end(). Returns their place.
  Place keep(int count) {
    head_ += count;
    return head_ - count;
  }

  /// Whether a list of `count` rows is still there. If rows overwrote it, counts it as lost.
  bool holds(Place first, int count) {
    const bool is_there = head_ - first <= size_;
    if (!is_there && first >= start_) lost_ += count;
    return is_there;
  }
  const ListRow* at(Place first) const { return rows_.get() + first % size_; }

  /// Call before each step. The ring grows if the last step lost more than a quarter of it, to
  /// four times what was lost.
  void begin_step() {
    if (4 * lost_ > size_) grow(size_ + 1, std::max(2 * size_, 4 * lost_));
    lost_ = 0;
  }

 private:
  static constexpr std::int64_t k_fewest = 128, k_fewest_in_memory = 1024;

  void allocate(std::int64_t rows) {
    memory_ = rows;
    rows_ = std::make_unique_for_overwrite<ListRow[]>(static_cast<std::size_t>(rows));
  }

  /// Grows to `rows`, or to what there is memory for if that is at least `least`.
  void grow(std::int64_t least, std::int64_t rows) {
    size_ = least <= memory_ ? std::min(rows, memory_) : rows;
    if (size_ > memory_) allocate(size_);
    // Beyond every place given out: holds() is false for all lists.
    head_ = start_ = (head_ / size_ + 3) * size_;
  }

  std::unique_ptr<ListRow[]> rows_;
  std::int64_t memory_ = 0;  ///< number of rows for which there is memory
  std::int64_t size_ = 0, head_ = 0;
  Place start_ = 0;        ///< the first place in this memory
  std::int64_t lost_ = 0;  ///< rows of overwritten lists that were needed in this step
};

}  // namespace condyle
