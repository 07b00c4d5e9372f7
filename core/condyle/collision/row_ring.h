#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "condyle/collision/search_kernels.h"

namespace condyle {

/// The rows of all lists of a search, one after the other in memory that is used again and again:
/// what is overwritten is made anew when it is needed. So lists come and go without allocation.
class RowRing {
 public:
  /// Of a row, counted from the first that was ever written.
  using Place = std::int64_t;

  explicit RowRing(int rows) { resize(rows); }

  /// Where the next rows go, and how many there may be.
  ListRow* end() { return &rows_[head_ % size_]; }
  int room() const { return static_cast<int>(size_ - head_ % size_); }

  /// Goes on to where there is room for so many.
  void make_room(int count) {
    if (4 * count > size_) resize(8 * count);
    if (count > room()) head_ += room();
  }

  /// Keeps that many of the rows that have been written.
  Place keep(int count) {
    head_ += count;
    return head_ - count;
  }

  bool holds(Place first) const { return head_ - first <= size_; }
  const ListRow* at(Place first) const { return &rows_[first % size_]; }

  /// To be called before each step: where half of the ring does not last for one, it grows.
  void begin_step() {
    if (2 * (head_ - last_) > size_) resize(2 * size_);
    last_ = head_;
  }

 private:
  void resize(std::int64_t rows) {
    size_ = std::max<std::int64_t>(rows, 1024);
    rows_ = std::make_unique_for_overwrite<ListRow[]>(size_);
    head_ = last_ = (head_ / size_ + 3) * size_;  // so that it holds nothing
  }

  std::unique_ptr<ListRow[]> rows_;
  std::int64_t size_ = 0, head_ = 0, last_ = 0;
};

}  // namespace condyle
