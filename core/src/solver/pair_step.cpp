#include "core/src/solver/pair_step.h"

#include <algorithm>
#include <utility>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/sliding_record.h"
#include "core/src/solver/passage.h"

namespace condyle {

PairStep::PairStep(ContactPair contact_pair)
    : pair(std::move(contact_pair)),
      casting_middle(middle_of(pair.casting())),
      target_middle(middle_of(pair.target())) {}

void restart(PairStep& pair) {
  pair.impulse.setZero();
  pair.bristles_now = pair.memory.bristles;
  pair.touch_now = pair.memory.touch;
  pair.account_now = pair.memory.account;
  pair.elastic_now = pair.memory.elastic;
  pair.sliding_now.clear();
  pair.has_stopped = false;
  pair.came_through = 0;
}

void finish(PairStep& pair, double dt) {
  pair.X_WC = pair.linearised.found().X_WC;
  pair.X_WT = pair.linearised.found().X_WT;
  pair.memory.bristles.swap(pair.bristles_now);
  pair.memory.touch = pair.touch_now;
  std::swap(pair.memory.account, pair.account_now);
  pair.memory.elastic = pair.elastic_now;
  enter(pair.sliding_now, pair.pair.casting(), pair.memory.sliding);
  // The result is made already if sliding is recorded.
  pair.is_result_due = !records_sliding(pair.pair.settings());
  pair.mean_force = pair.impulse / dt;
  pair.memory.pressed = !pair.impulse.isZero(0);
}

double layers(const PairStep& pair) {
  if (const ElasticLayer* const layer = pair.pair.evaluator().elastic_layer())
    return layer->depth_scale();
  return pair.casting_side.thinnest_layer + pair.target_side.thinnest_layer;
}

bool touches_where_found(const PairStep& pair) {
  return std::ranges::any_of(pair.hits, [](const ProximityHit& hit) { return hit.proximity > 0; });
}

}  // namespace condyle
