#include "condyle/contact/contact_patches.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "condyle/contact/plain_vectors.h"

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

PatchFinder::PatchFinder(const ContactSurface& casting)
    : casting_(&casting), label_at_(static_cast<std::size_t>(casting.element_count()) + 1, 0) {
  statistics_.reserve(k_expected_patches);
  rank_.reserve(k_expected_patches);
  next_.reserve(k_expected_patches);
}

void PatchFinder::reserve(std::size_t contacts) {
  parent_.reserve(contacts + 1);
  number_.reserve(contacts);
  patch_of_.reserve(contacts);
}

int PatchFinder::find(std::span<const ProximityHit> hits, std::span<const int> contacts) {
  begin(contacts.size());
  if (casting_->casts_from_nodes())
    label_nodes(hits, contacts);
  else
    label_triangles(hits, contacts);
  count_ = number_patches();
  for (int& patch : patch_of_) patch = number_[patch];
  return count_;
}

void PatchFinder::begin(std::size_t contacts) {
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
    const int* const sides = neighbours[t].data();
    // A label of the past wraps around to one that is too high, and so finds k_none.
    const Label a = parent[std::min(label_at[sides[0]] - base, count)];
    const Label b = parent[std::min(label_at[sides[1]] - base, count)];
    const Label c = parent[std::min(label_at[sides[2]] - base, count)];
    Label mine = std::min({a, b, c});
    // As signed numbers none is the lowest: one question tells whether any differs.
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
      if (label >= count) continue;  // of the past
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

/// Labels ascend with the first triangle that bears them, and so do roots.
int PatchFinder::number_patches() {
  int count = 0;
  number_.resize(parent_.size());
  for (Label label = 0; label < parent_.size(); ++label) {
    const Label parent = parent_[label];  // lower, so it has its number
    number_[label] = parent == label ? count++ : number_[parent];
  }
  return count;
}

void PatchFinder::write(const ContactCells& cells, std::span<const int> contacts,
                        ContactResult& result) {
  statistics_.resize(count_);
  for (int patch = 0; patch < count_; ++patch) {
    statistics_[patch] = statistics_of(cells.patch(patch));
  }
  rank_.resize(count_);
  std::iota(rank_.begin(), rank_.end(), 0);
  std::sort(rank_.begin(), rank_.end(), [this](int a, int b) {
    const Eigen::Vector3d &f_a = statistics_[a].contact_force, &f_b = statistics_[b].contact_force;
    const double force_a = plain_dot(f_a, f_a);
    const double force_b = plain_dot(f_b, f_b);
    return force_a != force_b ? force_a > force_b : a < b;
  });
  result.patches.clear();
  next_.resize(count_);
  int first = 0;
  for (const int patch : rank_) {
    const int count = statistics_[patch].n_contacting;
    result.patches.push_back({first, count, statistics_[patch]});
    next_[patch] = first;
    first += count;
  }
  result.patch_triangles.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    result.patch_triangles[next_[patch_of_[i]]++] = result.hits[contacts[i]].casting_triangle;
  }
}

}  // namespace condyle
