#include "core/src/contact/casting_map.h"

namespace condyle {

void CastingMap::give(ContactResult& result) {
  result.casting.come_from<CastingMap, map_of>(*this);
}

void CastingMap::begin(std::span<const ProximityHit> hits, std::span<const ContactBlock> blocks,
                       std::span<const double> areas, double share) {
  hits_ = hits;
  blocks_ = blocks;
  areas_ = areas;
  share_ = share;
  once_.forget();
}

void CastingMap::add(const ContactBlock& block) {
  if (!areas_.empty()) return add_pieces(block);
  for (int i = 0; i < block.count; ++i) {
    const int c = block.casting_triangle[i];
    map_.pressure[c] = block.pressure[i];
    map_.potential_energy[c] = block.potential_energy[i];
  }
}

void CastingMap::add_pieces(const ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const int c = block.casting_triangle[i];
    map_.pressure[c] += block.pressure[i] * block.area[i] / (share_ * areas_[c]);
    map_.potential_energy[c] += block.potential_energy[i];
  }
}

/// Clears everything that was written for the last result: finding the triangles that are no longer
/// hit would take longer.
void CastingMap::write_hits() {
  if (map_.partner.size() < elements_) map_ = SideMap(elements_);
  for (const int c : written_) map_.clear(c);
  written_.clear();
  for (const ProximityHit& hit : hits_) {
    map_.proximity[hit.casting_triangle] = hit.proximity;
    map_.partner[hit.casting_triangle] = hit.target_triangle;
    written_.push_back(hit.casting_triangle);
  }
}

void CastingMap::make() {
  write_hits();
  for (const ContactBlock& block : blocks_) add(block);
}

const SideMap& CastingMap::map_of(CastingMap& map) {
  map.once_([&] { map.make(); });
  return map.map_;
}

}  // namespace condyle
