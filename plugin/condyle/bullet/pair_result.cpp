#include "condyle/bullet/pair_result.h"

#include <algorithm>

namespace condyle::bullet {
namespace {

/// Within a step a triangle follows the plane that its ray met, and steeply where the ray runs
/// along it. What that carries beyond the window counts as at its end: the next search decides.
void move_hits_to_end(PairState& pair) {
  const double min_proximity = pair.pair.settings().min_proximity;
  const double max_proximity = pair.pair.settings().max_proximity;
  pair.end_hits.clear();
  std::size_t next = 0;
  for (ProximityHit hit : pair.hits) {
    if (hit.proximity >= -pair.reach)
      hit.proximity = std::min(pair.frozen.proximity_at_end(next++), max_proximity);
    if (hit.proximity > 0 || (hit.proximity < 0 && hit.proximity >= min_proximity))
      pair.end_hits.push_back(hit);
  }
}

}  // namespace

const ContactResult& make_result(PairState& pair, std::span<const Bristle> bristles) {
  move_hits_to_end(pair);
  pair.is_result_due = false;
  return pair.pair.assemble(pair.end_hits, pair.X_WC.inverse() * pair.X_WT, pair.end_V_TC_C,
                            bristles);
}

const ContactResult& result_of(PairState& pair) {
  return pair.is_result_due ? make_result(pair, pair.memory.bristles) : pair.pair.result();
}

}  // namespace condyle::bullet
