#include "core/src/solver/island_step.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "condyle/error.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/solver/far_pairs.h"
#include "core/src/solver/fast_bodies.h"
#include "core/src/solver/group_energy.h"
#include "core/src/solver/held_bodies.h"
#include "core/src/solver/island_bodies.h"
#include "core/src/solver/island_search.h"
#include "core/src/solver/stopwatch.h"
#include "core/src/solver/substep_criterion.h"
#include "core/src/solver/substep_end.h"
#include "core/src/solver/vertex_compliance.h"

namespace condyle {
namespace {

/// Limit on the contact searches of a sub-step, each at the pose to which the last one led.
constexpr int k_most_searches = 12;
/// Contact stands if the forces of a new search miss balance by at most this part of the step's
/// momentum. Solving for these forces then leaves far less.
constexpr double k_found_imbalance = 1e-4;
/// Residual at which passes end until contact stands.
constexpr double k_left_while_found = 0.1 * k_found_imbalance;
/// Residual at which passes over the contact of the first search end, unless it stands: contact
/// that changes in a step is mostly found to miss balance by a tenth at the second search, however
/// exactly the first was solved. Where motion is kept (keeps_motion()), k_found_imbalance.
constexpr double k_left_at_first = 1e-2;
/// A larger residual at the last search divides the step, into at most this many sub-steps.
constexpr double k_found_far = 1e-2;
constexpr int k_most_substeps_to_find = 16;
/// Sub-steps that gain energy in soft directions are divided, into at most this many, before the
/// rest of the step goes by backward Euler.
constexpr int k_most_soft_substeps = 4;

/// Turn of a body of unequal moments of inertia in a step from which its gyroscopic torque is
/// Condyle's [rad]. Rows of the engine lose their warm start by it, and so wait longer.
constexpr double k_least_turn = 1e-4, k_far_turn = 0.5;

/// Length of the shortest sub-steps for a first touch [s].
double finest(const Island& island) { return island.dt / island.settings.max_substeps; }
/// Length of the shortest sub-steps for fast bodies [s].
double shortest(const Island& island) { return finest(island) / 4096; }

}  // namespace

Island& IslandStep::begin(EngineRows& rows) {
  rows_ = &rows;
  count_ = {};
  island_.clear();
  return island_;
}

void IslandStep::solve() {
  StepDivision& division = island_.division;
  int substeps = std::max(1, island_.settings.min_substeps);
  find_held(island_, *rows_);
  set_soft_part(island_, *rows_);
  soft_step_ = island_.group.soft_part > 0 ? SoftStep::held : SoftStep::none;
  substeps = std::max(substeps, substeps_in_soft_directions(island_));
  // With soft directions, displacements do not follow from the end velocity: the engine is then
  // given both, as with sub-steps. The same goes for bodies that tumble, since the engine's
  // gyroscopic torque does not keep their angular momentum and can multiply their energy.
  const double turn = rows_->empty() ? k_least_turn : k_far_turn;
  division.is_divided = substeps > 1 || island_.group.soft_part > 0 || any_turns(island_, turn);
  run_until_solved(substeps);
}

void IslandStep::run_until_solved(int substeps) {
  while (run(substeps) == Outcome::repeat) {
    island_.division.is_divided = true;
    substeps = island_.division.wanted;
  }
  rows_->end_step();
}

/// The step is repeated to be divided.
Outcome IslandStep::run(int substeps) {
  bring_all_pairs_back(island_);
  StepDivision& division = island_.division;
  division.substeps = substeps;
  division.done = 0;
  count_.begin_run();
  work_ = {};
  island_.events.clear();
  restart_bodies(island_);
  for (MovingVertices* vertices : island_.vertices) vertices->restart();
  for (PairStep* pair : island_.pairs) restart(*pair);
  for (StrandStep* strand : island_.strands) restart(*strand);
  rows_->begin_step(division.is_divided);
  division.longest = island_.dt / substeps;
  division.shorter = island_.dt;
  while (division.done < island_.dt) {
    if (run_substep() == Outcome::done) continue;
    if (!division.is_divided) return Outcome::repeat;
    refine();
  }
  return Outcome::done;
}

/// Prepares to repeat the current sub-step of a divided step, by backward Euler or in finer
/// sub-steps. The same then applies to the rest of the step.
void IslandStep::refine() {
  StepDivision& division = island_.division;
  if (division.wanted > division.substeps) count_.begin_again();
  division.substeps = division.wanted;
  division.longest = std::min(division.longest, island_.dt / division.wanted);
  rows_->restart_substep();
}

/// A sub-step is repeated after refine().
Outcome IslandStep::run_substep() {
  StepDivision& division = island_.division;
  const double left = island_.dt - division.done;
  const double whole = division.longest < (1 - 1e-9) * left ? division.longest : left;
  double h = std::min(whole, division.shorter);
  start_substep(h);
  if (division.lets_go)
    let_go(h);
  else if (find_balance(h) == Outcome::repeat)
    return Outcome::repeat;
  count_.accept(island_.settings.pass_tolerance);
  keep_moving_energy(island_, h);
  if (division.is_divided) end_substep(island_, *rows_, h, passes_.energy_from_nothing(), work_);
  division.lets_go = false;
  division.shorter = island_.dt;
  division.done = h < left ? division.done + h : island_.dt;
  note_stops(island_, h);
  division.longest = std::min(division.longest, std::max(division.longest_after, finest(island_)));
  return Outcome::done;
}

/// Solves the sub-step; `h` becomes the time to a first touch within it.
Outcome IslandStep::find_balance(double& h) {
  if (ask_finer_for_layers(h) || ask_finer_to_meet(h)) return Outcome::repeat;
  shorten_for_fast(h);
  if (look_ahead(island_, h) && ask_finer_for_layers(h)) return Outcome::repeat;
  if (stop_at_touch(h) == Outcome::repeat) return Outcome::repeat;
  const Stopwatch stopwatch(times_.solve);
  if (search(h) == Outcome::repeat || ask_shorter(h)) return Outcome::repeat;
  if (keep_passive(h) == Outcome::repeat) return Outcome::repeat;
  const bool gains =
      gains_in_soft_directions(island_, h) || (may_be_divided() && strands_gain(island_, h));
  return gains ? refuse() : Outcome::done;
}

void IslandStep::start_substep(double h) {
  search_start(h);
  if (island_.division.done == 0 && hold_touching(island_, *rows_, h)) search_start(h);
}

void IslandStep::search_start(double h) {
  StepDivision& division = island_.division;
  division.longest_after = island_.dt;
  division.remaining = island_.dt - (division.done + h);
  load_bodies(island_, h);
  island_.solver.begin(h);
  set_far_pairs_aside(island_, h);
  rows_->begin_substep(h / island_.dt);
  const Stopwatch stopwatch(times_.find);
  for (MovingVertices* vertices : island_.vertices)
    vertices->move_to((division.done + h) / island_.dt);
  open_accounts(island_);
  find(island_, h);
  set_compliances(island_, h);
}

/// Bodies may be so fast that they would pass through one another in the finest sub-step. It then
/// ends where they touch, or touch elsewhere too, and those after it are shorter until contact has
/// slowed the bodies down.
void IslandStep::shorten_for_fast(double& h) {
  constexpr int k_too_fast = 4;
  if (!may_be_shorter()) return;
  if (const double touch = touch_of_fast(island_, h); touch < h)
    start_substep(h = std::max(touch, shortest(island_)));
  const int finer = finer_for_layers(island_, h);
  if (finer >= k_too_fast) start_substep(h = std::max(h / finer, shortest(island_)));
}

/// Ends the sub-step where a pair first touches within it. A step that is not divided is repeated
/// for that.
Outcome IslandStep::stop_at_touch(double& h) {
  StepDivision& division = island_.division;
  const double touch = first_touch(island_, h);
  if (!(touch > 0)) return Outcome::done;
  division.wanted = division.substeps;
  if (!division.is_divided) return Outcome::repeat;
  start_substep(h = std::min(h, std::max(touch, finest(island_))));
  const double after = island_.dt - division.done - h;
  division.longest_after = after / island_.settings.substeps_at_first_touch;
  return Outcome::done;
}

/// Searches contact again at the pose to which passes have led, until it stands.
Outcome IslandStep::search(double h) {
  // Passes over contact that will be searched again may end early, unless rows gain from every
  // pass.
  const double wanted = island_.settings.pass_tolerance;
  const bool may_be_left = rows_->are_solved_at_once();
  const double tolerance = may_be_left ? std::max(wanted, k_left_while_found) : wanted;
  const double enough_at_first = keeps_motion(island_) ? k_found_imbalance : k_left_at_first;
  const double at_first = may_be_left ? std::max(tolerance, enough_at_first) : tolerance;
  Found found = Found::again;
  for (int search = 1; found == Found::again; ++search) {
    count_.add_search();
    // After a new search, passes continue from the velocities of the last ones.
    const bool is_first = search == 1;
    if (is_unsolved(passes_.make(*rows_, h, is_first, is_first ? at_first : tolerance)))
      return refuse();
    found = find_again(search, h);
    if (found != Found::stands || !is_first || !passes_.is_left_above(tolerance)) continue;
    if (is_unsolved(passes_.go_on(*rows_, tolerance))) return refuse();
    found = find_again(search, h);
  }
  if (found == Found::too_coarse) return Outcome::repeat;
  const bool is_left = tolerance > wanted && is_unsolved(passes_.go_on(*rows_, wanted));
  return is_left ? refuse() : Outcome::done;
}

/// Searches again, after the passes over the contact of this `search`, all pairs that have moved
/// away from where they were found, or have become too fast for their reach.
IslandStep::Found IslandStep::find_again(int search, double h) {
  if (ask_finer_for_layers(h)) return Found::too_coarse;
  const double left = passes_.left_where_found();
  const bool stands = search > 1 && left <= k_found_imbalance;
  const bool widened = widen_reach(island_, h);
  if (search >= k_most_searches && !widened) {
    if (left > k_found_far && may_be_divided()) {
      refuse();
      return Found::too_coarse;
    }
    count_.give_up_search(left);
    return Found::stands;
  }
  const Leaving leaving = may_be_divided() ? leave_start(island_, h) : Leaving::none;
  if (leaving == Leaving::lost) {
    refuse();
    return Found::too_coarse;
  }
  const bool moved = !stands && find_at_end(island_, h);
  return widened || moved || leaving == Leaving::followed ? Found::again : Found::stands;
}

/// Holds back pairs that give more energy than they have, for example because their rays met the
/// target at depth: they hold bodies apart, but do not throw them. The sub-step is repeated if the
/// group then finds no balance, and in soft directions, which are not held back.
Outcome IslandStep::keep_passive(double h) {
  constexpr int k_last_trial = 6, k_all_trials = 12;
  if (island_.is_explicit() || !island_.is_motion) return Outcome::done;
  brackets_.begin(island_);
  for (int trial = 0; brackets_.hold_back(island_, passes_.is_far(), h, trial >= k_last_trial);
       ++trial) {
    if (trial == k_all_trials || island_.group.soft_part > 0) return refuse();
    const bool afresh = passes_.is_far() || brackets_.exceeds_sure_part();
    if (is_unsolved(passes_.make(*rows_, h, afresh, island_.settings.pass_tolerance)))
      return refuse();
  }
  if (brackets_.exceeds_sure_part()) return refuse();
  const bool gains =
      passes_.is_far() && gains_by_imbalance(island_.solver, island_.dt, rows_->wanted_motion());
  return gains ? refuse() : Outcome::done;
}

Outcome IslandStep::correct() {
  if (island_.division.is_divided || rows_->empty() || island_.is_explicit()) return Outcome::done;
  {
    const Stopwatch stopwatch(times_.solve);
    if (!is_unsolved(passes_.make_up(*rows_))) return Outcome::done;
  }
  if (is_finest()) {
    at_fault_ = least_balanced(island_.solver);
    throw_lost();
  }
  rows_->give_back();
  island_.division.is_divided = true;
  run_until_solved(2);
  return Outcome::repeat;
}

void IslandStep::finish() {
  if (!island_.division.is_divided)
    end_substep(island_, *rows_, island_.dt, passes_.energy_from_nothing(), work_);
  keep_soft_step(island_, soft_step_);
  bring_all_pairs_back(island_);
  const Stopwatch stopwatch(times_.publish);
  for (PairStep* pair : island_.pairs) condyle::finish(*pair, island_.dt);
  for (StrandStep* strand : island_.strands) condyle::finish(*strand);
}

bool IslandStep::is_finest() const {
  return island_.division.substeps >= island_.settings.max_substeps || island_.is_explicit();
}

/// Fast bodies may have sub-steps shorter than the finest, though not without end, and only where
/// the settings allow sub-steps at all.
bool IslandStep::may_be_shorter() const {
  constexpr int k_most = 4;
  const int most = island_.settings.max_substeps;
  return island_.division.is_divided && is_finest() && !island_.is_explicit() && most > 1 &&
         count_.substeps() < k_most * most;
}

/// A step that finds no balance may find it in finer sub-steps. Their number is limited, since laws
/// that jump never find balance.
bool IslandStep::may_be_divided() const {
  return island_.division.substeps <
         std::min(k_most_substeps_to_find, island_.settings.max_substeps);
}

bool IslandStep::is_unsolved(Balance balance) const {
  return balance == Balance::lost || (balance == Balance::far && may_be_divided());
}

/// Asks for sub-steps that are this many times finer, up to the limit. Returns false, and asks for
/// nothing, if `times` is at most 1.
bool IslandStep::ask_finer(int times) {
  if (times <= 1) return false;
  StepDivision& division = island_.division;
  const int most = island_.settings.max_substeps;
  division.wanted = most / times < division.substeps ? most : times * division.substeps;
  return true;
}

bool IslandStep::ask_finer_for_layers(double h) {
  return !is_finest() && ask_finer(finer_for_layers(island_, h));
}

bool IslandStep::ask_finer_to_meet(double h) {
  return !is_finest() && ask_finer(finer_to_meet(island_, h));
}

/// Asks to repeat one of the finest sub-steps where the passes have thrown bodies so far that
/// triangles pass through their layers at once: a corner that is hit sets a light body spinning.
bool IslandStep::ask_shorter(double h) {
  StepDivision& division = island_.division;
  if (!may_be_shorter() || h <= shortest(island_)) return false;
  const double deep = too_deep_after(island_, h);
  if (deep >= h) return false;
  division.shorter = std::max(std::min(deep, 0.5 * h), shortest(island_));
  division.wanted = division.substeps;
  return true;
}

/// Rejects a sub-step that found no balance, or gained energy in soft directions: it is repeated in
/// finer sub-steps and, if these are the finest, without contact.
Outcome IslandStep::refuse() {
  StepDivision& division = island_.division;
  if (island_.group.soft_part > 0) {
    refuse_in_soft_directions();
  } else if (!is_finest()) {
    ask_finer(2);
  } else {
    at_fault_ = least_balanced(island_.solver);
    if (!may_let_go()) throw_lost();
    division.lets_go = true;
    division.wanted = division.substeps;
  }
  return Outcome::repeat;
}

/// Finer sub-steps in soft directions gain less; where that is not enough, the rest of the step
/// goes by backward Euler before it is divided further.
void IslandStep::refuse_in_soft_directions() {
  StepDivision& division = island_.division;
  const int most = std::min(k_most_soft_substeps, island_.settings.max_substeps);
  const bool may_be_finer = division.substeps < most;
  soft_step_ = may_be_finer ? SoftStep::divided : SoftStep::given_up;
  if (may_be_finer) {
    ask_finer(2);
    return;
  }
  island_.group.soft_part = 0;
  const bool is_for_soft_part = division.substeps <= most;
  division.wanted =
      is_for_soft_part ? std::max(1, island_.settings.min_substeps) : division.substeps;
  division.longest = island_.dt / division.wanted;
}

/// Whether accounts keep all pairs from giving back energy for the displacement of bodies without
/// contact.
bool IslandStep::may_let_go() const {
  return !island_.is_explicit() && !island_.division.lets_go && !island_.pairs.empty() &&
         island_.is_motion &&
         std::ranges::all_of(island_.pairs, [](const PairStep* pair) { return is_bounded(*pair); });
}

/// Solves the sub-step without contact, since finer sub-steps found no balance with it either.
/// Bodies may sink in a little; the next sub-step presses them apart no harder than their accounts
/// allow.
void IslandStep::let_go(double h) {
  const Stopwatch stopwatch(times_.solve);
  island_.group.soft_part = 0;
  for (std::size_t p = 0; p < island_.pairs.size(); ++p) {
    PairStep& pair = *island_.pairs[p];
    pair.hits.clear();
    pair.pieces.clear();
    pair.linearised.linearise(pair.pair.evaluator().surfaces(), pair.hits, pair.linearised_reach);
    island_.group.pairs[p].move = -1;
  }
  if (passes_.make(*rows_, h, true, island_.settings.pass_tolerance) == Balance::lost) throw_lost();
  count_.set_residual(1, at_fault_);
}

/// Where the least balanced body is; empty if no pair or strand acts on it.
std::string IslandStep::part_at_fault() {
  if (at_fault_.strand >= 0)
    return fmt::format(" beside strand '{}'",
                       island_.strands[at_fault_.strand]->linearised.strand.name);
  if (at_fault_.pair < 0) return {};
  bring_all_pairs_back(island_);
  const PairStep& pair = *island_.pairs[at_fault_.pair];
  return fmt::format(" where '{}' presses on '{}'", pair.casting_side.name, pair.target_side.name);
}

/// Throws after it has restored the rows, so that bodies keep their velocities.
void IslandStep::throw_lost() {
  rows_->begin_step(false);
  throw SimulationError(fmt::format(
      "Contact{} finds no balance in a step of {} s, even in {} sub-steps; give softer layers, "
      "more mass or inertia, or shorter steps",
      part_at_fault(), island_.dt, island_.division.substeps));
}

}  // namespace condyle
