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

  RowRing() { resize(k_fewest); }

  /// The place of the next rows, and the number of rows for which there is room.
  ListRow* end() { return rows_.get() + head_ % size_; }
  int room() const { return static_cast<int>(size_ - head_ % size_); }

  /// Moves on to a place with room for `count` rows.
  void make_room(int count) {
    if (4 * count > size_) resize(8 * count);
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
  /// four times what was lost: it starts small, since most searches list few rows.
  void begin_step() {
    if (4 * lost_ > size_) resize(std::max(2 * size_, 4 * lost_));
    lost_ = 0;
    step_ = head_;
  }

  /// Call after each step. Room for what one step lists is made at once, so that later steps over
  /// contacts of this size allocate nothing.
  void end_step() {
    const std::int64_t made = head_ - step_;
    if (2 * made > size_) resize(4 * made);
  }

 private:
  static constexpr std::int64_t k_fewest = 128;

  void resize(std::int64_t rows) {
    size_ = rows;
    rows_ = std::make_unique_for_overwrite<ListRow[]>(static_cast<std::size_t>(size_));
    // Beyond every place given out: holds() is false for all lists.
    head_ = start_ = step_ = (head_ / size_ + 3) * size_;
  }

  std::unique_ptr<ListRow[]> rows_;
  std::int64_t size_ = 0, head_ = 0;
  Place start_ = 0;        ///< the first place in this memory
  Place step_ = 0;         ///< where the step began
  std::int64_t lost_ = 0;  ///< rows of overwritten lists that were needed in this step
};

}  // namespace condyle
