#include "core/world/src/session_rows.h"

#include <algorithm>
#include <numeric>

namespace condyle {
namespace {

/// Adds a side of a row; `others` is the index of all bodies outside the group.
void add_side(int side, int body, const Vector6& J, std::span<const BodyState> states,
              std::span<const int> place, int others, EngineRow& row) {
  row.bodies[side] = body < 0 || place[body] < 0 ? others : place[body];
  row.J[side] = J;
  if (body < 0) return;
  const BodyState& state = states[body];
  row.response[side].head<3>() = state.inverse_inertia_W * J.head<3>();
  row.response[side].tail<3>() = state.inverse_mass * J.tail<3>();
  row.velocity_before[side] = J.dot(joined(state.velocity) + joined(state.by_forces));
  row.mass_inverse += J.dot(row.response[side]);
}

}  // namespace

void SessionRows::gather(std::span<JointRow> rows, std::span<const int> chosen,
                         std::span<const BodyState> states, std::span<const int> place,
                         GroupSolver& group) {
  constexpr int k_iterations = 10;  // of rows that are not solved together
  rows_ = rows;
  solved_.clear();
  engine_rows_.clear();
  const auto others = static_cast<int>(group.group().bodies.size());
  for (const int index : chosen) {
    const JointRow& given = rows[index];
    EngineRow row;
    if (given.friction_of >= 0) {
      const auto contact = std::ranges::lower_bound(solved_, given.friction_of);
      if (contact == solved_.end() || *contact != given.friction_of)
        continue;  // its contact's row is one along which nothing can move
      row.friction_of = static_cast<int>(contact - solved_.begin());
      row.friction = given.friction;
    }
    row.is_joint = !given.is_contact;
    add_side(0, given.body_a, given.J_a, states, place, others, row);
    add_side(1, given.body_b, given.J_b, states, place, others, row);
    if (!(row.mass_inverse > 0)) continue;
    row.missing = given.velocity - row.velocity_before[0] - row.velocity_before[1];
    row.compliance = given.compliance;
    row.lower = given.lower;
    row.upper = given.upper;
    engine_rows_.push_back(row);
    solved_.push_back(index);
  }
  place_.resize(group.group().bodies.size());
  std::iota(place_.begin(), place_.end(), 0);
  place_.push_back(-1);
  changes_.assign(place_.size(), Vector6::Zero());
  solver_.gather(engine_rows_, *this, place_, group, k_iterations);
}

void SessionRows::restore_impulses() {
  for (const int index : solved_) rows_[index].impulse = 0;
}

}  // namespace condyle
