#include "condyle/contact/contact_patches.h"

#include <algorithm>
#include <numeric>

namespace condyle {

PatchFinder::PatchFinder(const ContactSurface& casting)
    : casting_(&casting), contact_of_(static_cast<std::size_t>(casting.triangle_count()), -1) {}

void PatchFinder::find(std::span<const TriangleContact> contacts, ContactResult& result) {
  reserve(contacts.size(), result);
  join_neighbours(contacts);
  sum_patches(contacts);
  write(contacts, result);
}

/// There are at most as many patches as contacts, so later contacts of this size need no more.
void PatchFinder::reserve(std::size_t contacts, ContactResult& result) {
  if (contacts <= parent_.capacity()) return;
  const std::size_t room = 2 * contacts;
  for (std::vector<int>* list : {&parent_, &patch_of_, &rank_, &next_}) list->reserve(room);
  sums_.reserve(room);
  result.patches.reserve(room);
  result.patch_triangles.reserve(room);
}

void PatchFinder::join_neighbours(std::span<const TriangleContact> contacts) {
  const int n = static_cast<int>(contacts.size());
  parent_.resize(contacts.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (int i = 0; i < n; ++i) contact_of_[contacts[i].casting_triangle] = i;
  for (int i = 0; i < n; ++i) {
    for (const int neighbour : casting_->neighbours()[contacts[i].casting_triangle]) {
      const int j = neighbour < 0 ? -1 : contact_of_[neighbour];
      if (j < i) continue;  // out of contact, or joined when its turn was
      const int a = root_of(i), b = root_of(j);
      parent_[std::max(a, b)] = std::min(a, b);
    }
  }
  for (const TriangleContact& contact : contacts) contact_of_[contact.casting_triangle] = -1;
}

int PatchFinder::root_of(int contact) {
  while (parent_[contact] != contact) {
    parent_[contact] = parent_[parent_[contact]];
    contact = parent_[contact];
  }
  return contact;
}

void PatchFinder::sum_patches(std::span<const TriangleContact> contacts) {
  sums_.clear();
  patch_of_.resize(contacts.size());
  for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
    const int root = root_of(i);
    if (root == i) {  // the lowest of its patch, so met first
      patch_of_[i] = static_cast<int>(sums_.size());
      sums_.emplace_back();
    } else {
      patch_of_[i] = patch_of_[root];
    }
    sums_[patch_of_[i]].add(contacts[i]);
  }
}

void PatchFinder::write(std::span<const TriangleContact> contacts, ContactResult& result) {
  rank_.resize(sums_.size());
  std::iota(rank_.begin(), rank_.end(), 0);
  std::sort(rank_.begin(), rank_.end(), [this](int a, int b) {
    const double force_a = sums_[a].force.squaredNorm(), force_b = sums_[b].force.squaredNorm();
    return force_a != force_b ? force_a > force_b : a < b;
  });
  result.patches.clear();
  next_.resize(sums_.size());
  int first = 0;
  for (const int patch : rank_) {
    const int count = sums_[patch].count;
    result.patches.push_back({first, count, statistics_of(sums_[patch])});
    next_[patch] = first;
    first += count;
  }
  result.patch_triangles.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    result.patch_triangles[next_[patch_of_[i]]++] = contacts[i].casting_triangle;
  }
}

}  // namespace condyle
