#include "core/world/src/session_rows.h"

namespace condyle {
namespace {

/// Adds a side of a row. `body` is its index, or `world`.
void add_side(int side, int body, int world, const Vector6& J, std::span<const BodyState> states,
              EngineRow& row) {
  row.bodies[side] = body < 0 ? world : body;
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
                         ContactGroup& group) {
  constexpr int k_iterations = 10;  // of rows that are not solved together
  rows_ = rows;
  chosen_ = chosen;
  const auto world = static_cast<int>(states.size());
  engine_rows_.clear();
  for (const int index : chosen) {
    const JointRow& given = rows[index];
    EngineRow row;
    add_side(0, given.body_a, world, given.J_a, states, row);
    add_side(1, given.body_b, world, given.J_b, states, row);
    row.missing = given.velocity - row.velocity_before[0] - row.velocity_before[1];
    row.compliance = given.compliance;
    row.lower = given.lower;
    row.upper = given.upper;
    engine_rows_.push_back(row);
  }
  place_.assign(place.begin(), place.end());
  place_.push_back(-1);
  changes_.assign(states.size() + 1, Vector6::Zero());
  solver_.gather(engine_rows_, *this, place_, group, k_iterations);
}

void SessionRows::restore_impulses() {
  for (const int index : chosen_) rows_[index].impulse = 0;
}

}  // namespace condyle
