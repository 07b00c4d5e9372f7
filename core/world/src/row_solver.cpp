#include "core/world/src/row_solver.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

/// Up to this many rows of joints without limits are solved together by elimination from the start.
/// If there are more, they are solved this way only if iteration leads to no solution.
constexpr std::ptrdiff_t k_most_direct = 50;

/// Velocity of a body along a row.
double along(const Vector6& J, const Vector6& velocity) {
  return J.head<3>().dot(velocity.head<3>()) + J.tail<3>().dot(velocity.tail<3>());
}

void add_change(RowBodies& bodies, int body, const Vector6& change) {
  bodies.set_change(body, bodies.change(body) + change);
}

}  // namespace

void RowSolver::gather(std::span<const EngineRow> rows, RowEngine& engine,
                       std::span<const int> place, GroupSolver& group, int iterations) {
  engine_ = &engine;
  group_ = &group;
  iterations_ = iterations;
  keep_impulses = false;
  updated_at_ = -1;
  bodies_.assign(group.group().bodies.size(), -1);
  for (std::size_t b = 0; b < place.size(); ++b)
    if (place[b] >= 0) bodies_[place[b]] = static_cast<int>(b);
  rows_.clear();
  for (const EngineRow& row : rows) add(row, place);
  keep(start_changes_);
  is_direct_solve_ = false;
  direct_.clear();
  const auto unlimited = std::ranges::count_if(rows_, is_unlimited);
  has_joints_to_solve_ = unlimited > 0;
  if (unlimited <= k_most_direct) solve_joints_directly();
}

void RowSolver::add(const EngineRow& given, std::span<const int> place) {
  Row row;
  static_cast<EngineRow&>(row) = given;
  row.impulse = row.warm_start;
  for (int side = 0; side < 2; ++side) {
    row.place[side] = place[row.bodies[side]];
    if (row.place[side] < 0) row.inverse_outside += along(row.J[side], row.response[side]);
  }
  row.wanted = row.missing + free_velocity(row);
  row.correction = row.wanted;
  for (int side = 0; side < 2; ++side)
    if (row.place[side] < 0) row.correction += row.velocity_before[side];
  rows_.push_back(row);
}

void RowSolver::keep(std::vector<Vector6>& changes) {
  changes.clear();
  for (int b = 0; b < engine_->body_count(); ++b) changes.push_back(engine_->change(b));
}

void RowSolver::put(const std::vector<Vector6>& changes) {
  for (int b = 0; b < engine_->body_count(); ++b) engine_->set_change(b, changes[b]);
}

bool RowSolver::hold(std::span<GroupBody> bodies) const {
  const auto is_held = [&](const Row& row, int side) {
    if (row.place[side] < 0) return row.inverse_outside == 0;
    return bodies[row.place[side]].is_held;
  };
  bool grows = false;
  for (const Row& row : rows_) {
    const bool a = is_held(row, 0);
    if (a == is_held(row, 1)) continue;
    const int held_now = row.place[a ? 1 : 0];
    if (held_now >= 0) bodies[held_now].is_held = grows = true;
  }
  return grows;
}

bool RowSolver::is_unlimited(const Row& row) {
  constexpr double k_unlimited = 1e30;
  return row.is_joint && row.lower < -k_unlimited && row.upper > k_unlimited;
}

double RowSolver::free_velocity(const Row& row) const {
  double sum = 0;
  for (int side = 0; side < 2; ++side)
    if (row.place[side] >= 0)
      sum += row.J[side].dot(group_->group().bodies[row.place[side]].free_velocity);
  return sum;
}

void RowSolver::begin_step(bool is_divided) {
  is_divided_ = is_divided;
  put(start_changes_);
  for (Row& row : rows_) {
    row.total = 0;
    set_impulse(row, is_divided ? 0 : row.warm_start);
    if (!is_divided) continue;
    for (int side = 0; side < 2; ++side)
      if (row.place[side] < 0) apply_outside(row, side, -row.warm_start, *engine_);
  }
}

void RowSolver::give_back() {
  put(start_changes_);
  engine_->restore_impulses();
  for (Row& row : rows_) row.impulse = row.warm_start;
}

void RowSolver::begin_substep(double share) {
  for (Row& row : rows_) {
    row.substep_error = row.wanted - free_velocity(row);
    row.lower_now = share * row.lower;
    row.upper_now = share * row.upper;
    if (is_divided_) set_impulse(row, 0);
    row.before_substep = row.impulse;
  }
  keep(substep_changes_);
}

double RowSolver::wanted_motion() const {
  double sum = 0;
  for (const Row& row : rows_)
    if (row.mass_inverse > 0) sum += row.substep_error * row.substep_error / row.mass_inverse;
  return std::sqrt(sum);
}

double RowSolver::violation() {
  double sum = 0;
  for (const Row& row : rows_) {
    if (!is_unlimited(row) || !(row.mass_inverse > 0)) continue;
    const double left =
        row.substep_error - row.compliance * row.impulse - velocity_along(row, *engine_);
    sum += left * left / row.mass_inverse;
  }
  return std::sqrt(sum);
}

void RowSolver::restart_substep() {
  put(substep_changes_);
  for (Row& row : rows_) set_impulse(row, row.before_substep);
  updated_at_ = -1;
}

void RowSolver::update() {
  if (updated_at_ != group_->factorings()) {
    if (!update_rows()) {
      group_->make_safe();
      update_rows();
    }
    updated_at_ = group_->factorings();
  }
  write_velocities();
}

bool RowSolver::update_rows() {
  responses_.clear();
  response_starts_.assign(1, 0);
  for (const Row& row : rows_) {
    group_->response(row.place[0], row.J[0], row.place[1], row.J[1], responses_);
    response_starts_.push_back(responses_.size());
  }
  if (is_direct_solve_) factor_directly();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (!rows_[i].is_direct && !update_row(i)) return false;
  return true;
}

bool RowSolver::update_row(std::size_t i) {
  Row& row = rows_[i];
  double inverse = row.inverse_outside;
  for (int side = 0; side < 2; ++side)
    if (row.place[side] >= 0) inverse += row.J[side].dot(response(i, row.place[side]));
  if (is_direct_solve_) inverse = freedom(i);
  if (inverse <= 0 && !group_->is_safe()) return false;

  row.diagonal = row.relaxation / (inverse + row.compliance);
  return true;
}

void RowSolver::write_velocities() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Vector6 change =
        group_->velocity(static_cast<int>(i)) - group_->group().bodies[i].free_velocity;
    engine_->set_change(bodies_[i], change);
  }
}

bool RowSolver::iterate() {
  constexpr double k_growth = 100, k_least = 1e-4;
  constexpr int k_enough_if_direct = 2;  // the second removes the error of k_softness
  const int iterations =
      are_solved_at_once() ? std::min(k_enough_if_direct, iterations_) : iterations_;
  for (Row& row : rows_) row.before_pass = row.impulse;
  double first = 0, last = 0;  // energy changes of the first and the last iteration
  for (int i = 0; i < iterations; ++i) {
    if (is_direct_solve_) solve_directly();
    last = 0;
    for (Row& row : rows_) {
      if (row.is_direct) continue;
      const double change = turn(row);
      last += change * change / row.diagonal;
      if (is_direct_solve_) solve_directly();
    }
    if (i == 0) first = last;
  }
  collect();
  return !has_joints_to_solve_ || last <= k_growth * first ||
         last <= k_least * group_->engine_impulses().squaredNorm();
}

void RowSolver::shorten(double part) {
  for (Row& row : rows_) {
    const double back = (1 - part) * (row.before_pass - row.impulse);
    set_impulse(row, row.impulse + back);
    for (int side = 0; side < 2; ++side)
      if (row.place[side] < 0) apply_outside(row, side, back, *engine_);
  }
  write_velocities();
}

void RowSolver::collect() {
  impulse_.setZero(static_cast<Eigen::Index>(6 * bodies_.size()));
  for (const Row& row : rows_)
    for (int side = 0; side < 2; ++side)
      if (row.place[side] >= 0)
        impulse_.segment<6>(6 * row.place[side]) += row.J[side] * row.impulse;
  group_->set_engine_impulse(impulse_);
  write_velocities();
}

void RowSolver::end_substep() {
  for (Row& row : rows_) row.total += row.impulse;
}

void RowSolver::end_step() {
  if (!is_divided_) return;
  for (Row& row : rows_) set_impulse(row, row.total);
}

std::span<const BodyChange> RowSolver::response(std::size_t i) const {
  const std::size_t start = response_starts_[i];
  return std::span(responses_).subspan(start, response_starts_[i + 1] - start);
}

/// Change of velocity of one body of the group per impulse along row i.
Vector6 RowSolver::response(std::size_t i, int body) const {
  const std::span<const BodyChange> changes = response(i);
  const auto found = std::ranges::lower_bound(changes, body, {}, &BodyChange::body);
  if (found == changes.end() || found->body != body) return Vector6::Zero();
  return found->velocity;
}

double RowSolver::velocity_along(const Row& row, RowBodies& bodies) const {
  double sum = 0;
  for (int side = 0; side < 2; ++side) sum += along(row.J[side], bodies.change(row.bodies[side]));
  return sum;
}

double RowSolver::velocity_along(int row, RowBodies& bodies) const {
  return velocity_along(rows_[row], bodies);
}

void RowSolver::set_impulse(Row& row, double impulse) {
  row.impulse = impulse;
  engine_->set_impulse(static_cast<int>(&row - rows_.data()), impulse);
}

void RowSolver::apply(int row, double impulse, RowBodies& bodies) {
  apply(rows_[row], impulse, bodies);
}

void RowSolver::apply(const Row& row, double impulse, RowBodies& bodies) {
  for (const BodyChange& change : response(static_cast<std::size_t>(&row - rows_.data())))
    add_change(bodies, bodies_[change.body], change.velocity * impulse);
  for (int side = 0; side < 2; ++side)
    if (row.place[side] < 0) apply_outside(row, side, impulse, bodies);
}

void RowSolver::apply_outside(const Row& row, int side, double impulse, RowBodies& bodies) {
  add_change(bodies, row.bodies[side], row.response[side] * impulse);
}

double RowSolver::bounded(const Row& row, double impulse) const {
  if (row.friction_of < 0) return std::clamp(impulse, row.lower_now, row.upper_now);
  const double normal = rows_[row.friction_of].impulse;
  if (normal <= 0 && row.keeps_friction) return row.impulse;
  const double limit = std::min(row.friction * std::max(0.0, normal), row.most_friction);
  return std::clamp(impulse, -limit, limit);
}

double RowSolver::turn(Row& row) {
  const double before = row.impulse;
  const double wanted = before + row.substep_error * row.diagonal -
                        before * (row.compliance * row.diagonal) -
                        velocity_along(row, *engine_) * row.diagonal;
  set_impulse(row, bounded(row, wanted));
  apply(row, row.impulse - before, *engine_);
  return row.impulse - before;
}

double RowSolver::resolve(int index) {
  Row& row = rows_[index];
  if (keep_impulses || (row.is_direct && &row != &rows_[direct_.front()])) return 0;
  const double change = row.is_direct ? 0 : turn(row);
  if (is_direct_solve_) solve_directly();
  return change;
}

RowWork RowSolver::work_of_substep() const {
  RowWork work;
  for (const Row& row : rows_) {
    for (int side = 0; side < 2; ++side) {
      if (row.place[side] < 0) continue;
      const GroupBody& body = group_->group().bodies[row.place[side]];
      Vector6 u = group_->velocity(row.place[side]);
      if (!row.is_joint) u = 0.5 * (u + body.velocity);
      (row.is_joint ? work.joints : work.contacts) += row.impulse * row.J[side].dot(u);
    }
  }
  return work;
}

}  // namespace condyle
