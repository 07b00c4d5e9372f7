#pragma once

#include <memory>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/contact_sums.h"
#include "core/src/contact/make_once.h"
#include "core/src/contact/surface/contact_patches.h"

namespace condyle {

/// The first contact with more patches than this allocates.
inline constexpr std::size_t k_expected_patches = 4;

/// The patches of a pair's last result with their statistics. They are made when they are first
/// read, from the blocks of the result, which are kept until the next result. Several threads may
/// read.
class PatchReport {
 public:
  /// Keeps a reference: the surface must outlive the report.
  explicit PatchReport(const ContactSurface& casting);

  /// Connects the lists of the result to this report, which must outlive the result and must not
  /// move.
  void give(ContactResult& result);

  /// Makes room for this many triangles in contact.
  void reserve(std::size_t contacts);

  /// Starts a result from the hits whose indices are `contacts`, ascending and repeated for pieces
  /// of a divided triangle (casting_pieces.h). Both lists must remain
  /// valid until the next result.
  void begin(std::span<const ProximityHit> hits, std::span<const int> contacts, bool has_friction);

  /// Splits the contacts into patches and returns their number. patch_of() has the patch of each
  /// contact.
  int find_patches();
  std::span<const int> patch_of() const { return finder_.patch_of(); }

  /// The blocks of the contacts, kept until the next result.
  std::span<ContactBlock> blocks() {
    return {blocks_.get(), contact_block_count(contacts_.size())};
  }
  std::span<const ContactBlock> blocks() const {
    return {blocks_.get(), contact_block_count(contacts_.size())};
  }

 private:
  void add(const ContactBlock& block);
  void make();
  const PatchReport& made();
  static const std::vector<ContactPatch>& patches_of(PatchReport& report);
  static const std::vector<int>& triangles_of(PatchReport& report);

  PatchFinder finder_;
  std::span<const ProximityHit> hits_;
  std::span<const int> contacts_;
  bool has_friction_ = false;
  std::unique_ptr<ContactBlock[]> blocks_;
  std::size_t block_count_ = 0;

  std::vector<ContactSums> sums_;  ///< per patch
  std::size_t added_ = 0;          ///< number of contacts added
  std::vector<ContactStatistics> statistics_;
  std::vector<int> rank_;   ///< patches, largest force first
  std::vector<int> count_;  ///< per patch: number of its triangles
  std::vector<int> next_;   ///< per patch: place of its next triangle in triangles_
  std::vector<ContactPatch> patches_;
  std::vector<int> triangles_;

  MakeOnce once_;
};

}  // namespace condyle
