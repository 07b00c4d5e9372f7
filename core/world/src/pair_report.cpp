#include "condyle/error.h"
#include "condyle/world/reports.h"
#include "core/src/solver/pair_result.h"
#include "core/world/src/session_pair.h"

namespace condyle {
namespace {

std::shared_ptr<SessionPair> pair_of(const PairReport::Source& source) {
  std::shared_ptr<SessionPair> pair = source.pair.lock();
  if (!pair || pair->memory.last_claim != source.substep)
    throw InputError(
        "A report of a pair is of an earlier substep, or the pair is gone; take the reports "
        "anew after each step");
  return pair;
}

}  // namespace

PairReport report_of(SessionPair& pair, std::int64_t substep) {
  return {pair.casting,
          pair.target,
          pair.X_WC,
          pair.X_WT,
          {pair.mean_force.head<3>(), pair.mean_force.tail<3>()},
          {pair.weak_from_this(), substep}};
}

const ContactResult& PairReport::result() const { return result_of(*pair_of(source)); }

int PairReport::touching_triangles() const { return count_touching(*pair_of(source)); }

bool PairReport::is_coarse() const {
  constexpr int k_few = 10;
  const int count = touching_triangles();
  return pair_of(source)->casts_coarsely || (count > 0 && count < k_few);
}

const SideMap& PairReport::casting_map() const {
  const std::shared_ptr<SessionPair> pair = pair_of(source);
  result_of(*pair);
  return pair->pair.casting_map();
}

const SideMap& PairReport::target_map() const {
  const std::shared_ptr<SessionPair> pair = pair_of(source);
  result_of(*pair);
  return pair->pair.target_map();
}

const ContactPair& PairReport::contact_pair() const {
  const std::shared_ptr<SessionPair> pair = pair_of(source);
  result_of(*pair);
  return pair->pair;
}

const VertexForces& PairReport::vertex_forces() const { return vertex_forces_of(*pair_of(source)); }

}  // namespace condyle
