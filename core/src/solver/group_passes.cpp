#include "core/src/solver/group_passes.h"

#include <algorithm>
#include <cmath>

#include "core/src/solver/group_energy.h"
#include "core/src/solver/island_search.h"
#include "core/src/solver/vertex_compliance.h"

namespace condyle {

Balance GroupPasses::make(EngineRows& rows, double h, bool afresh, double tolerance) {
  GroupSolver& solver = island_.solver;
  if (island_.is_explicit()) {
    solver.apply_explicitly(h);
    is_far_ = has_balanced_ = false;
    energy_from_nothing_ = 0;
    rows.update();
    rows.iterate();
    return Balance::found;
  }
  if (afresh)
    solver.begin(h);
  else
    solver.begin_again();
  rows.collect();
  const Balance balance = iterate(rows, tolerance, false);
  if (balance == Balance::found || !rows.solve_joints_directly()) return balance;
  rows.restart_substep();
  return begin_again(rows, h, tolerance);
}

Balance GroupPasses::go_on(EngineRows& rows, double tolerance) {
  if (!has_balanced_ || left_ <= tolerance) return is_far_ ? Balance::far : Balance::found;
  const double where_found = left_where_found_;
  count_.add_passes(-1);  // the one that ended the last passes goes on
  const Balance balance = iterate(rows, tolerance, true);
  left_where_found_ = where_found;
  return balance;
}

Balance GroupPasses::make_up(EngineRows& rows) {
  rows.collect();
  if (island_.solver.is_balanced(island_.settings.pass_tolerance)) return Balance::found;
  count_.reopen();
  island_.solver.resume();
  const Balance balance = iterate(rows, island_.settings.pass_tolerance, true);
  if (balance != Balance::lost) count_.accept(island_.settings.pass_tolerance);
  return balance;
}

Balance GroupPasses::begin_again(EngineRows& rows, double h, double tolerance) {
  island_.solver.begin(h);
  find(island_, h);  // search again, since stiction remembers passes
  set_compliances(island_, h);
  rows.collect();
  return iterate(rows, tolerance, false);
}

Balance GroupPasses::iterate(EngineRows& rows, double tolerance, bool rows_are_solved) {
  constexpr double k_far_off = 1e-2;
  // A body that has nearly used up its layers needs many passes: there the nonlinear law's pressure
  // grows by the same amount each time that the remaining distance halves.
  constexpr int k_last_try = 5;
  GroupSolver& solver = island_.solver;
  bool rows_hold = rows_are_solved || rows.empty();
  const bool is_last_try = island_.division.substeps >= island_.settings.max_substeps;
  const int most = (is_last_try ? k_last_try : 1) * island_.settings.max_passes;
  for (int pass = 0;; ++pass) {
    left_ = solver.linearise(tolerance);
    count_.add_passes(1);
    if (pass == 0) left_where_found_ = left_;
    has_balanced_ = left_ <= tolerance && rows_hold;
    if (has_balanced_ || pass == most) break;
    solver.advance();
    if (rows.empty()) {
      solver.end_pass(true);
      continue;
    }
    rows.update();
    if (!rows.iterate()) return Balance::lost;
    const double part = solver.end_pass(rows_hold);
    if (part < 1) rows.shorten(part);
    rows_hold = rows.violation() <=
                k_far_off * std::min(solver.scale(), solver.plausible_scale(rows.wanted_motion()));
  }
  count_.set_residual(left_, least_balanced(solver));
  energy_from_nothing_ = has_balanced_ ? 0 : std::max(0.0, work_of_imbalance(solver));
  rows.update();
  is_far_ = left_ > k_far_off || !rows_hold;
  if (std::isnan(left_)) return Balance::lost;  // passes that diverged beyond all numbers
  // Rows that went astray may leave bodies far from all contact, where balance means nothing.
  const bool may_be_astray = is_far_ || !rows.empty();
  if (may_be_astray && !solver.is_plausible(rows.wanted_motion())) return Balance::lost;
  return is_far_ ? Balance::far : Balance::found;
}

}  // namespace condyle
