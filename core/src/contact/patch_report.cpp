#include "core/src/contact/patch_report.h"

#include <algorithm>
#include <numeric>

#include "core/src/contact/surface/plain_vectors.h"

namespace condyle {

PatchReport::PatchReport(const ContactSurface& casting) : finder_(casting) {
  sums_.reserve(k_expected_patches);
  statistics_.reserve(k_expected_patches);
  rank_.reserve(k_expected_patches);
  count_.reserve(k_expected_patches);
  next_.reserve(k_expected_patches);
  patches_.reserve(k_expected_patches);
}

void PatchReport::give(ContactResult& result) {
  result.patches.come_from<PatchReport, patches_of>(*this);
  result.patch_triangles.come_from<PatchReport, triangles_of>(*this);
}

const std::vector<ContactPatch>& PatchReport::patches_of(PatchReport& report) {
  return report.made().patches_;
}

const std::vector<int>& PatchReport::triangles_of(PatchReport& report) {
  return report.made().triangles_;
}

void PatchReport::reserve(std::size_t contacts) {
  finder_.reserve(contacts);
  triangles_.reserve(contacts);
  const std::size_t blocks = contact_block_count(contacts);
  if (blocks <= block_count_) return;
  blocks_ = std::make_unique_for_overwrite<ContactBlock[]>(blocks);
  block_count_ = blocks;
}

void PatchReport::begin(std::span<const ProximityHit> hits, std::span<const int> contacts,
                        bool has_friction) {
  hits_ = hits;
  contacts_ = contacts;
  has_friction_ = has_friction;
  once_.forget();
}

int PatchReport::find_patches() { return finder_.find(hits_, contacts_); }

void PatchReport::add(const ContactBlock& block) {
  // Neighbours in the mesh file mostly belong to one patch, whose sums then stay in registers.
  const int* const patch = patch_of().data() + added_;
  for (int i = 0; i < block.count;) {
    ContactSums sums = sums_[patch[i]];
    const int first = i;
    do sums.add(block, i++);
    while (i < block.count && patch[i] == patch[first]);
    sums_[patch[first]] = sums;
  }
  if (has_friction_)
    for (int i = 0; i < block.count; ++i) sums_[patch[i]].add_friction(block, i, i + 1);
  added_ += static_cast<std::size_t>(block.count);
}

const PatchReport& PatchReport::made() {
  once_([this] { make(); });
  return *this;
}

void PatchReport::make() {
  sums_.assign(contacts_.empty() ? 0 : find_patches(), {});
  added_ = 0;
  for (const ContactBlock& block : blocks()) add(block);
  statistics_.clear();
  for (const ContactSums& sums : sums_) statistics_.push_back(statistics_of(sums));
  rank_.resize(sums_.size());
  std::iota(rank_.begin(), rank_.end(), 0);
  std::sort(rank_.begin(), rank_.end(), [this](int a, int b) {
    const Eigen::Vector3d &f_a = statistics_[a].contact_force, &f_b = statistics_[b].contact_force;
    const double force_a = plain_dot(f_a, f_a);
    const double force_b = plain_dot(f_b, f_b);
    return force_a != force_b ? force_a > force_b : a < b;
  });
  const auto begins_triangle = [&](std::size_t i) {
    return i == 0 || contacts_[i] != contacts_[i - 1];
  };
  count_.assign(sums_.size(), 0);
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (begins_triangle(i)) ++count_[patch_of()[i]];
  patches_.clear();
  next_.resize(sums_.size());
  int first = 0;
  for (const int patch : rank_) {
    const int count = count_[patch];
    patches_.push_back({first, count, statistics_[patch]});
    next_[patch] = first;
    first += count;
  }
  triangles_.resize(first);
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (begins_triangle(i))
      triangles_[next_[patch_of()[i]]++] = hits_[contacts_[i]].casting_triangle;
}

}  // namespace condyle
