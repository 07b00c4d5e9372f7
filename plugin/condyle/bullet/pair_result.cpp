#include "condyle/bullet/pair_result.h"

namespace condyle::bullet {
namespace {

void move_hits_to_end(PairState& pair) {
  const double min_proximity = pair.pair.settings().min_proximity;
  pair.end_hits.clear();
  std::size_t next = 0;
  for (ProximityHit hit : pair.hits) {
    if (hit.proximity >= -pair.reach) hit.proximity = pair.frozen.proximity_at_end(next++);
    if (hit.proximity > 0 || (hit.proximity < 0 && hit.proximity >= min_proximity))
      pair.end_hits.push_back(hit);
  }
}

}  // namespace

const ContactResult& result_of(PairState& pair) {
  if (pair.is_result_due) {
    move_hits_to_end(pair);
    pair.pair.assemble(pair.end_hits, pair.X_WC.inverse() * pair.X_WT, pair.end_V_TC_C);
    pair.is_result_due = false;
  }
  return pair.pair.result();
}

}  // namespace condyle::bullet
