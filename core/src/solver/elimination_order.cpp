#include "core/src/solver/elimination_order.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

namespace condyle {

void EliminationOrder::find(int count, std::span<const Coupling> couplings, int most_products) {
  find_neighbours(count, couplings);
  parts_.clear();
  block_.clear();
  part_of_.assign(count, -1);
  position_.assign(count, -1);
  for (int seed = 0; seed < count; ++seed) {
    if (part_of(seed) >= 0) continue;
    find_part(seed);
    eliminate_part(parts_.back(), most_products);
  }
  make_columns();
}

void EliminationOrder::find_neighbours(int count, std::span<const Coupling> couplings) {
  const auto n = static_cast<std::size_t>(count);
  if (pattern_.size() < n) pattern_.resize(n);
  if (neighbours_.size() < n) neighbours_.resize(n);
  for (std::size_t i = 0; i < n; ++i) pattern_[i].clear();
  for (const auto& [a, b] : couplings) {
    pattern_[a].push_back(b);
    pattern_[b].push_back(a);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<int>& of = pattern_[i];
    std::ranges::sort(of);
    of.erase(std::unique(of.begin(), of.end()), of.end());
    neighbours_[i].assign(of.begin(), of.end());
  }
}

/// Finds all blocks that are connected with `seed`.
void EliminationOrder::find_part(int seed) {
  const int part = static_cast<int>(parts_.size());
  members_.assign(1, seed);
  part_of_[seed] = part;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    for (const int other : pattern_[members_[i]]) {
      if (part_of_[other] >= 0) continue;
      part_of_[other] = part;
      members_.push_back(other);
    }
  }
  const int first = static_cast<int>(block_.size());
  parts_.push_back({first, first + static_cast<int>(members_.size()), true});
}

/// Always eliminates the block with the fewest neighbours, the first among equals (minimum degree).
void EliminationOrder::eliminate_part(Part& part, int most_products) {
  const auto degree = [this](int block) { return static_cast<int>(neighbours_[block].size()); };
  waiting_.clear();
  for (const int block : members_) waiting_.emplace_back(degree(block), block);
  std::ranges::make_heap(waiting_, std::greater());
  std::int64_t left = static_cast<std::int64_t>(most_products) * (part.last - part.first);
  while (!waiting_.empty()) {
    std::ranges::pop_heap(waiting_, std::greater());
    const auto [least, block] = waiting_.back();
    waiting_.pop_back();
    if (position_[block] >= 0 || least != degree(block)) continue;
    position_[block] = static_cast<int>(block_.size());
    block_.push_back(block);
    left -= static_cast<std::int64_t>(least) * (least + 1);
    part.is_complete = left >= 0;
    if (!part.is_complete) break;
    eliminate(block);
    for (const int other : neighbours_[block]) {
      waiting_.emplace_back(degree(other), other);
      std::ranges::push_heap(waiting_, std::greater());
    }
  }
  if (!part.is_complete) keep_pattern_alone(part);
}

/// Makes the neighbours of a block neighbours of one another.
void EliminationOrder::eliminate(int block) {
  const std::vector<int>& fill = neighbours_[block];
  for (const int i : fill) {
    std::vector<int>& of = neighbours_[i];
    merged_.clear();
    std::ranges::set_union(of, fill, std::back_inserter(merged_));
    std::erase_if(merged_, [&](int other) { return other == i || other == block; });
    of.assign(merged_.begin(), merged_.end());
  }
}

/// Takes the blocks in the order of their numbers, since no other order is known to be better.
void EliminationOrder::keep_pattern_alone(const Part& part) {
  block_.resize(part.first);
  std::ranges::sort(members_);
  for (const int block : members_) {
    position_[block] = static_cast<int>(block_.size());
    block_.push_back(block);
    std::vector<int>& later = neighbours_[block];
    later.assign(pattern_[block].begin(), pattern_[block].end());
    std::erase_if(later, [block](int other) { return other < block; });
  }
}

void EliminationOrder::make_columns() {
  starts_.clear();
  rows_.clear();
  for (const int block : block_) {
    starts_.push_back(entries());
    for (const int other : neighbours_[block]) rows_.push_back(position(other));
    std::sort(rows_.begin() + starts_.back(), rows_.end());
  }
  starts_.push_back(entries());
}

int EliminationOrder::entry(int row, int column) const {
  const auto first = rows_.begin() + start(column), last = rows_.begin() + start(column + 1);
  return static_cast<int>(std::lower_bound(first, last, row) - rows_.begin());
}

}  // namespace condyle
