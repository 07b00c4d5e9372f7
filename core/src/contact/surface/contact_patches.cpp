#include "core/src/contact/surface/contact_patches.h"

#include <algorithm>
#include <limits>

namespace condyle {
namespace {

constexpr std::uint32_t k_none = std::numeric_limits<std::uint32_t>::max();

std::int32_t as_signed(std::uint32_t label) { return static_cast<std::int32_t>(label); }

std::uint32_t root_of(std::uint32_t* parent, std::uint32_t label) {
  while (parent[label] != label) label = parent[label] = parent[parent[label]];
  return label;
}

void join(std::uint32_t* parent, std::uint32_t a, std::uint32_t b) {
  if (b == a || b == k_none) return;
  a = root_of(parent, a);
  b = root_of(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

}  // namespace

PatchFinder::PatchFinder(const ContactSurface& casting) : casting_(&casting) {}

void PatchFinder::reserve(std::size_t contacts) {
  parent_.reserve(contacts + 1);
  number_.reserve(contacts);
  patch_of_.reserve(contacts);
  elements_.reserve(contacts);
}

int PatchFinder::find(std::span<const ProximityHit> hits, std::span<const int> contacts) {
  if (same_as_before(hits, contacts)) return count_;
  begin(contacts.size());
  if (casting_->casts_from_nodes())
    label_nodes(hits, contacts);
  else
    label_triangles(hits, contacts);
  count_ = number_patches();
  for (int& patch : patch_of_) patch = number_[patch];
  return count_;
}

bool PatchFinder::same_as_before(std::span<const ProximityHit> hits,
                                 std::span<const int> contacts) {
  bool same = elements_.size() == contacts.size();
  elements_.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int element = hits[contacts[i]].casting_triangle;
    same &= elements_[i] == element;
    elements_[i] = element;
  }
  return same;
}

void PatchFinder::begin(std::size_t contacts) {
  // Made when they are first needed, since most pairs' patches are never asked for.
  label_at_.resize(static_cast<std::size_t>(casting_->element_count()) + 1, 0);
  if (first_label_ > std::numeric_limits<Label>::max() - 2 * label_at_.size()) {
    std::fill(label_at_.begin(), label_at_.end(), Label{0});
    first_label_ = 1;
  }
  patch_of_.resize(contacts);
  parent_.resize(contacts + 1);
}

void PatchFinder::label_triangles(std::span<const ProximityHit> hits,
                                  std::span<const int> contacts) {
  const auto neighbours = casting_->neighbours();
  Label* const label_at = label_at_.data() + 1;
  Label* const parent = parent_.data();
  const Label base = first_label_;
  Label count = 0;
  parent[count] = k_none;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int t = hits[contacts[i]].casting_triangle;
    if (i > 0 && contacts[i] == contacts[i - 1]) {  // another piece of the same triangle
      patch_of_[i] = patch_of_[i - 1];
      continue;
    }
    const int* const sides = neighbours[t].data();
    // A label of an earlier call wraps around to a number that is too high, and so finds k_none.
    const Label a = parent[std::min(label_at[sides[0]] - base, count)];
    const Label b = parent[std::min(label_at[sides[1]] - base, count)];
    const Label c = parent[std::min(label_at[sides[2]] - base, count)];
    Label mine = std::min({a, b, c});
    // As a signed number k_none is the lowest, so one comparison tells whether any label differs.
    if (std::max({as_signed(a), as_signed(b), as_signed(c)}) > as_signed(mine)) {
      for (const Label other : {a, b, c}) join(parent, mine, other);
    } else if (mine == k_none) {
      mine = count++;
      parent[mine] = mine;
      parent[count] = k_none;
    }
    label_at[t] = base + mine;
    patch_of_[i] = static_cast<int>(mine);
  }
  parent_.resize(count);
  first_label_ += count;
}

void PatchFinder::label_nodes(std::span<const ProximityHit> hits, std::span<const int> contacts) {
  Label* const label_at = label_at_.data() + 1;
  Label* const parent = parent_.data();
  const Label base = first_label_;
  Label count = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int node = hits[contacts[i]].casting_triangle;
    Label mine = k_none;
    for (const int neighbour : casting_->neighbours_of(node)) {
      const Label label = label_at[neighbour] - base;
      if (label >= count) continue;  // from an earlier call
      if (mine == k_none) mine = root_of(parent, label);
      join(parent, mine, label);
      mine = parent[mine];
    }
    if (mine == k_none) {
      mine = count++;
      parent[mine] = mine;
    }
    label_at[node] = base + mine;
    patch_of_[i] = static_cast<int>(mine);
  }
  parent_.resize(count);
  first_label_ += count;
}

/// Numbers the patches by their roots: labels, and so roots, ascend with their first triangles.
int PatchFinder::number_patches() {
  int count = 0;
  number_.resize(parent_.size());
  for (Label label = 0; label < parent_.size(); ++label) {
    const Label parent = parent_[label];  // lower than `label`, so already numbered
    number_[label] = parent == label ? count++ : number_[parent];
  }
  return count;
}

}  // namespace condyle
