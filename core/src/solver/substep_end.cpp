#include "core/src/solver/substep_end.h"

#include "core/src/contact/sliding_record.h"
#include "core/src/solver/energy_account.h"
#include "core/src/solver/far_pairs.h"
#include "core/src/solver/island_bodies.h"
#include "core/src/solver/pair_motion.h"
#include "core/src/solver/pair_result.h"
#include "core/src/solver/pair_touch.h"
#include "core/src/solver/passage.h"
#include "core/src/solver/vertex_compliance.h"

namespace condyle {
namespace {

/// Only if touch is asked for, or if steps are divided at first touch.
void follow_touch(Island& island, std::size_t p, double h) {
  if (!island.follows_touch && island.settings.substeps_at_first_touch == 0) return;
  const double start = island.dt - island.division.remaining - h;
  follow_touch(*island.pairs[p], island.group.pairs[p].number, path(island, p, false, h),
               path(island, p, true, h), island.time + start,
               island.group.pairs[p].forces.force.segment<3>(3), island.events);
}

/// Only if the settings ask for an account of sliding.
void follow_sliding(PairStep& pair, double h) {
  if (!records_sliding(pair.pair.settings())) return;
  add_sliding(make_result(pair), pair.pair.casting(), pair.pair.settings().wear_coefficient, h,
              pair.sliding_now);
}

void carry_on(Island& island, std::size_t p, double h) {
  PairStep& pair = *island.pairs[p];
  pair.impulse += h * island.group.pairs[p].forces.force.head<6>();
  pair.linearised.keep_bristles(pair.bristles_now);
  push_vertices(pair, h);
  follow_middles(pair, path(island, p, false, h));
  follow_touch(island, p, h);
  follow_sliding(pair, h);
}

}  // namespace

void end_substep(Island& island, EngineRows& rows, double h, double from_nothing, WorkDone& work) {
  const bool is_driven = !rows.empty() || !island.strands.empty();
  for (PairStep* pair : island.pairs) pair->work = pair->linearised.work_at_end(h);
  if (from_nothing > 0) refuse_credit(island, from_nothing);
  for (std::size_t p = 0; p < island.pairs.size(); ++p) update_account(island, p, is_driven, h);
  add_substep(island, h, work);
  if (island.division.is_divided) {
    add(rows.work_of_substep(), work);
    rows.end_substep();
  }
  for (std::size_t p = 0; p < island.pairs.size(); ++p) carry_on(island, p, h);
  for (StrandStep* strand : island.strands) carry_on(strand->linearised);
  note_motion_of_far_pairs(island, h);
  move_bodies(island, h);
}

}  // namespace condyle
