#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/make_once.h"

namespace condyle {

/// The map of a pair's last result per casting triangle. It is made when it is first read, from the
/// hits and the blocks of the result (patch_report.h). Several threads may read.
class CastingMap {
 public:
  explicit CastingMap(std::size_t elements) : elements_(elements) {}

  /// Connects the result to this map, which must outlive the result and must not move.
  void give(ContactResult& result);

  /// Makes room for this many hits.
  void reserve(std::size_t hits) { written_.reserve(hits); }

  /// Starts a result of these hits, and of the contacts in `blocks`. Both must remain valid until
  /// the next result. If the contacts are pieces of triangles (casting_pieces.h), the map has means
  /// over triangles, with their `areas` and the pair's `share` of them; otherwise `areas` is empty.
  void begin(std::span<const ProximityHit> hits, std::span<const ContactBlock> blocks,
             std::span<const double> areas, double share);

 private:
  void add(const ContactBlock& block);
  void make();
  void write_hits();
  void add_pieces(const ContactBlock& block);
  static const SideMap& map_of(CastingMap& map);

  std::size_t elements_;
  SideMap map_;               ///< empty until it is first made
  std::vector<int> written_;  ///< triangles whose values differ from those of an empty map
  std::span<const ProximityHit> hits_;
  std::span<const ContactBlock> blocks_;
  std::span<const double> areas_;
  double share_ = 1;
  MakeOnce once_;
};

}  // namespace condyle
