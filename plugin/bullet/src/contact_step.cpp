#include "plugin/bullet/src/contact_step.h"

#include <algorithm>

#include "core/src/solver/stopwatch.h"

namespace condyle::bullet {

Solved ContactStep::begin(int island_number, const IslandData& data) {
  const Stopwatch stopwatch(session_.times.gather);
  visits_.emplace_back();
  const auto links = links_.of(island_number);
  if (links.empty()) return Solved::by_bullet;
  there_.begin(data, links);
  visits_.back().linked = static_cast<int>(linked_count_);
  dt_ = data.info->m_timeStep;
  Linked& linked = next_linked();
  gather_island(data, bodies_, tracks_, dt_, there_, linked.gathered);
  // A single thread solves an island while its data are in the cache.
  linked.is_left = session_.settings.threads > 1 &&
                   std::ranges::all_of(data.rows, [](const auto* rows) { return !rows->size(); });
  if (linked.is_left) return Solved::later;
  Island& island = begin_island(session_, dt_, rows_.solver(), step_);
  enter(linked.gathered, island);
  rows_.gather(data.rows, *data.bodies, there_.place, island.solver, data.info->m_sor,
               data.info->m_numIterations);
  return Solved::now;
}

ContactStep::Linked& ContactStep::next_linked() {
  if (linked_count_ == linked_.size()) linked_.push_back(std::make_unique<Linked>());
  return *linked_[linked_count_++];
}

void ContactStep::solve() {
  step_.solve();
  rows_.solver().keep_impulses = step_.island().division.is_divided;
}

Outcome ContactStep::correct() {
  const Outcome outcome = step_.correct();
  rows_.solver().keep_impulses = step_.island().division.is_divided;
  return outcome;
}

void ContactStep::finish() { finish(step_, *linked_[linked_count_ - 1]); }

void ContactStep::finish(IslandStep& step, Linked& linked) {
  finish_island(step, linked.gathered.strands, linked.outcome);
  publish_bodies(step.island(), linked.gathered.bodies, linked.end_states);
}

void ContactStep::solve_left() {
  const auto here = [this](std::size_t i) { return must_be_here(linked_[i]->gathered.pairs); };
  workers_.solve(linked_count_, session_.settings.threads, session_.times, here,
                 [this](std::size_t i, IslandWorker<NoRows>& worker) {
                   Linked& linked = *linked_[i];
                   if (!linked.is_left) return;
                   enter(linked.gathered, begin_island(session_, dt_, worker.rows, worker.step));
                   worker.step.solve();
                   finish(worker.step, linked);
                 });
}

void ContactStep::take_results() {
  for (const Visit& visit : visits_) {
    add(visit.rows, session_.work);
    if (visit.linked < 0) continue;
    const Linked& linked = *linked_[visit.linked];
    take(linked.outcome, linked.gathered.pairs, linked.gathered.strands, session_);
  }
  visits_.clear();
}

void ContactStep::set_end_velocities() {
  for (std::size_t i = 0; i < linked_count_; ++i) linked_[i]->end_states.set();
  linked_count_ = 0;
}

void ContactStep::abandon() {
  visits_.clear();
  for (std::size_t i = 0; i < linked_count_; ++i) linked_[i]->end_states.forget();
  linked_count_ = 0;
}

}  // namespace condyle::bullet
