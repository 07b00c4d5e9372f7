#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "condyle/contact/contact_block.h"
#include "condyle/contact/contact_patches.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_sums.h"

namespace condyle {

/// More patches than this cost an allocation the first time.
inline constexpr std::size_t k_expected_patches = 64;

/// The patches of a pair's last result, with their statistics: made when they are first read, of
/// the blocks that the result was made of, which are kept until the next. Several threads may read.
class PatchReport {
 public:
  /// Keeps a reference: the surface must outlive the report.
  explicit PatchReport(const ContactSurface& casting);

  /// The result's lists are this report's from now on. It must outlive the result, but may not
  /// move.
  void give(ContactResult& result);

  /// Makes room for contacts of so many triangles.
  void reserve(std::size_t contacts);

  /// Starts a result of the hits that `contacts` names, ascending; both stay until the next.
  void begin(std::span<const ProximityHit> hits, std::span<const int> contacts, bool has_friction);

  /// Splits the contacts into patches; returns their number. `patch_of` says which, per contact.
  int find_patches();
  std::span<const int> patch_of() const { return finder_.patch_of(); }

  /// The block of the contacts 64 index and on, kept until the next result.
  ContactBlock& block(std::size_t index) { return blocks_[index]; }

  /// Instead: at once, block after block, in a result in which blocks are not kept.
  void add(const ContactBlock& block);

 private:
  void make();
  const PatchReport& made();

  PatchFinder finder_;
  std::span<const ProximityHit> hits_;
  std::span<const int> contacts_;
  bool has_friction_ = false;
  std::unique_ptr<ContactBlock[]> blocks_;
  std::size_t block_count_ = 0;

  std::vector<ContactSums> sums_;  ///< per patch
  std::size_t added_ = 0;          ///< contacts
  std::vector<ContactStatistics> statistics_;
  std::vector<int> rank_;  ///< patches, largest force first
  std::vector<int> next_;  ///< per patch: where its next triangle goes
  std::vector<ContactPatch> patches_;
  std::vector<int> triangles_;

  std::atomic<bool> is_made_ = true;
  std::mutex making_;
};

}  // namespace condyle
