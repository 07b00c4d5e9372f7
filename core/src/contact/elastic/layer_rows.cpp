#include "core/src/contact/elastic/layer_rows.h"

#include <algorithm>

namespace condyle {

/// Makes room for `count` slots. Keeps all slots and entries.
void LayerRows::grow(std::size_t count) {
  const std::size_t before = slots_.size();
  std::vector<double> wider(count * count, 0);
  for (std::size_t j = 0; j < before; ++j)
    std::copy_n(entries_.data() + j * before, before, wider.data() + j * count);
  entries_.swap(wider);
  slots_.resize(count);
}

void LayerRows::place(std::span<const int> nodes, std::span<const double> parts,
                      std::vector<int>& slots, std::vector<int>& changed) {
  // Adds spare slots: nodes that the contact leaves keep theirs for a while, in case it comes back.
  if (nodes.size() + nodes.size() / 4 >= slots_.size()) grow(nodes.size() + nodes.size() / 2 + 16);
  slot_of_node_.resize(compliance_->node_count(), -1);
  for (Slot& slot : slots_) slot.is_placed = false;
  for (const int node : nodes)
    if (const int slot = slot_of_node_[node]; slot >= 0) slots_[slot].is_placed = true;
  slots.clear();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    int& slot = slot_of_node_[nodes[k]];
    if (slot < 0) {
      slot = take_slot(changed);
      slots_[slot] = {nodes[k], 1, true};
      fill(slot);
    }
    if (slots_[slot].part != parts[k]) {
      changed.push_back(slot);
      slots_[slot].part = parts[k];
      entry(slot, slot) = (*compliance_)(nodes[k], nodes[k]);
      if (parts[k] < 1) entry(slot, slot) += compliance_->of_part(nodes[k], parts[k]);
    }
    slots.push_back(slot);
  }
}

/// A slot whose node is not placed. There is one, since there are more slots than placed nodes.
int LayerRows::take_slot(std::vector<int>& changed) {
  do next_ = (next_ + 1) % slots_.size();
  while (slots_[next_].is_placed);
  if (const int node = slots_[next_].node; node >= 0) {
    slot_of_node_[node] = -1;
    changed.push_back(static_cast<int>(next_));
  }
  return static_cast<int>(next_);
}

void LayerRows::fill(int slot) {
  const int node = slots_[slot].node;
  for (int other = 0; other < static_cast<int>(slots_.size()); ++other)
    if (slots_[other].node >= 0)
      entry(other, slot) = entry(slot, other) = (*compliance_)(node, slots_[other].node);
}

}  // namespace condyle
