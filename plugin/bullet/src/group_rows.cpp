#include "plugin/bullet/src/group_rows.h"

#include <algorithm>
#include <cmath>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// Up to this many rows of joints without limits are solved together by elimination from the start.
/// If there are more, they are solved this way only if iteration leads to no solution.
constexpr std::ptrdiff_t k_most_direct = 50;

/// Jacobian of a row for body A (side 0) or B (side 1).
Vector6 jacobian(const btSolverConstraint& row, int side) {
  Vector6 J;
  J << to_eigen(side == 0 ? row.m_relpos1CrossNormal : row.m_relpos2CrossNormal),
      to_eigen(side == 0 ? row.m_contactNormal1 : row.m_contactNormal2);
  return J;
}

int solver_body(const btSolverConstraint& row, int side) {
  return side == 0 ? row.m_solverBodyIdA : row.m_solverBodyIdB;
}

btVector3 plain_linear(const btSolverConstraint& row, int side, const btSolverBody& body) {
  return (side == 0 ? row.m_contactNormal1 : row.m_contactNormal2) * body.internalGetInvMass();
}

const btVector3& plain_angular(const btSolverConstraint& row, int side) {
  return side == 0 ? row.m_angularComponentA : row.m_angularComponentB;
}

/// Velocity (angular, linear) before the engine's rows act.
Vector6 velocity_before(const btSolverBody& body) {
  Vector6 u;
  u << to_eigen(body.m_angularVelocity + body.m_externalTorqueImpulse),
      to_eigen(body.m_linearVelocity + body.m_externalForceImpulse);
  return u;
}

}  // namespace

void GroupRows::gather(btConstraintArray* const (&pools)[pool_count],
                       btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place,
                       ContactGroup& group, double relaxation, int iterations) {
  bodies_ = &bodies;
  place_ = place;
  group_ = &group;
  iterations_ = iterations;
  keep_impulses = false;
  updated_at_ = -1;
  solver_bodies_.assign(group.bodies.size(), -1);
  for (std::size_t b = 0; b < place.size(); ++b)
    if (place[b] >= 0) solver_bodies_[place[b]] = static_cast<int>(b);

  rows_.clear();
  for (int pool = 0; pool < pool_count; ++pool) {
    pools_[pool] = pools[pool];
    add(static_cast<Pool>(pool), *pools[pool], *pools[contact]);
  }
  for (Row& row : rows_) row.relaxation = row.pool == joint ? 1.0 : relaxation;

  changes_.gather(bodies);
  changes_.keep(start_changes_);
  is_direct_solve_ = false;
  direct_.clear();
  const auto unlimited = std::ranges::count_if(rows_, is_unlimited);
  has_joints_to_solve_ = unlimited > 0;
  if (unlimited <= k_most_direct) solve_joints_directly();
}

bool GroupRows::hold(std::span<GroupBody> bodies) const {
  const auto is_held = [&](const Row& row, int side) {
    if (row.place[side] < 0) return row.plain_inverse == 0;
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

bool GroupRows::is_unlimited(const Row& row) {
  constexpr double k_unlimited = 1e30;
  return row.pool == joint && row.lower < -k_unlimited && row.upper > k_unlimited;
}

void GroupRows::add(Pool pool, btConstraintArray& rows, btConstraintArray& contacts) {
  row_of_[pool].assign(rows.size(), -1);
  start_impulses_[pool].clear();
  for (int i = 0; i < rows.size(); ++i) {
    btSolverConstraint& constraint = rows[i];
    start_impulses_[pool].push_back(constraint.m_appliedImpulse);
    Row row;
    for (int side = 0; side < 2; ++side) {
      row.place[side] = place_[solver_body(constraint, side)];
      row.J[side] = jacobian(constraint, side);
    }
    if (row.place[0] < 0 && row.place[1] < 0) continue;
    if (constraint.m_jacDiagABInv == 0) continue;

    row.constraint = &constraint;
    row.pool = pool;
    if (pool == friction || pool == rolling_friction)
      row.normal = &contacts[constraint.m_frictionIndex];
    for (int side = 0; side < 2; ++side) {
      if (row.place[side] >= 0) continue;
      const btSolverBody& body = (*bodies_)[solver_body(constraint, side)];
      row.plain_inverse +=
          row.J[side].head<3>().dot(to_eigen(plain_angular(constraint, side))) +
          row.J[side].tail<3>().dot(to_eigen(plain_linear(constraint, side, body)));
    }
    row.wanted = constraint.m_rhs / constraint.m_jacDiagABInv + free_velocity(row);
    row.correction = row.wanted;
    for (int side = 0; side < 2; ++side)
      if (row.place[side] < 0)
        row.correction +=
            row.J[side].dot(velocity_before((*bodies_)[solver_body(constraint, side)]));
    row.compliance = constraint.m_cfm / constraint.m_jacDiagABInv;
    row.mass_inverse = 1 / constraint.m_jacDiagABInv;
    constraint.m_rhsPenetration /= constraint.m_jacDiagABInv;
    constraint.m_jacDiagABInv = 1;
    row.lower = constraint.m_lowerLimit;
    row.upper = constraint.m_upperLimit;
    row.impulse = row.warm_start = constraint.m_appliedImpulse;
    row_of_[pool][i] = static_cast<int>(rows_.size());
    rows_.push_back(row);
  }
}

double GroupRows::free_velocity(const Row& row) const {
  double sum = 0;
  for (int side = 0; side < 2; ++side)
    if (row.place[side] >= 0) sum += row.J[side].dot(group_->bodies[row.place[side]].free_velocity);
  return sum;
}

void GroupRows::begin_step(bool is_divided) {
  is_divided_ = is_divided;
  changes_.put(start_changes_);
  for (Row& row : rows_) {
    row.total = 0;
    set_impulse(row, is_divided ? 0 : row.warm_start);
    if (!is_divided) continue;
    for (int side = 0; side < 2; ++side)
      if (row.place[side] < 0) apply_plain(row, side, -row.warm_start, false);
  }
}

void GroupRows::give_back() {
  changes_.put(start_changes_);
  for (int pool = 0; pool < pool_count; ++pool)
    for (int i = 0; i < pools_[pool]->size(); ++i)
      (*pools_[pool])[i].m_appliedImpulse = start_impulses_[pool][i];
  for (Row& row : rows_) row.impulse = row.constraint->m_appliedImpulse;
}

void GroupRows::begin_substep(double share) {
  for (Row& row : rows_) {
    row.substep_error = row.wanted - free_velocity(row);
    row.constraint->m_lowerLimit = static_cast<btScalar>(share * row.lower);
    row.constraint->m_upperLimit = static_cast<btScalar>(share * row.upper);
    if (is_divided_) set_impulse(row, 0);
    row.before_substep = row.impulse;
  }
  changes_.keep(substep_changes_);
}

double GroupRows::wanted_motion() const {
  double sum = 0;
  for (const Row& row : rows_)
    if (row.mass_inverse > 0) sum += row.substep_error * row.substep_error / row.mass_inverse;
  return std::sqrt(sum);
}

double GroupRows::violation() {
  double sum = 0;
  for (const Row& row : rows_) {
    if (!is_unlimited(row) || !(row.mass_inverse > 0)) continue;
    const double left = row.substep_error - row.compliance * row.impulse - delta_velocity(row);
    sum += left * left / row.mass_inverse;
  }
  return std::sqrt(sum);
}

void GroupRows::restart_substep() {
  changes_.put(substep_changes_);
  for (Row& row : rows_) set_impulse(row, row.before_substep);
  updated_at_ = -1;
}

void GroupRows::update() {
  if (updated_at_ != group_->factorings()) {
    if (!update_rows()) {
      group_->make_safe();
      update_rows();
    }
    updated_at_ = group_->factorings();
  }
  write_velocities();
}

bool GroupRows::update_rows() {
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

bool GroupRows::update_row(std::size_t i) {
  Row& row = rows_[i];
  double inverse = row.plain_inverse;
  for (int side = 0; side < 2; ++side)
    if (row.place[side] >= 0) inverse += row.J[side].dot(response(i, row.place[side]));
  if (is_direct_solve_) inverse = freedom(i);
  if (inverse <= 0 && !group_->is_safe()) return false;

  btSolverConstraint& constraint = *row.constraint;
  const double diagonal = row.relaxation / (inverse + row.compliance);
  constraint.m_rhsPenetration *= static_cast<btScalar>(diagonal / constraint.m_jacDiagABInv);
  constraint.m_jacDiagABInv = static_cast<btScalar>(diagonal);
  constraint.m_cfm = static_cast<btScalar>(row.compliance * diagonal);
  row.diagonal = diagonal;
  return true;
}

void GroupRows::write_velocities() {
  for (std::size_t i = 0; i < solver_bodies_.size(); ++i) {
    const Vector6 change = group_->velocity(static_cast<int>(i)) - group_->bodies[i].free_velocity;
    changes_.set(solver_bodies_[i], change);
  }
}

bool GroupRows::iterate() {
  constexpr double k_growth = 100, k_least = 1e-4;
  constexpr int k_enough_if_direct = 2;  // the second removes the error of k_softness
  const bool all_direct = direct_.size() == rows_.size();
  const int iterations = all_direct ? std::min(k_enough_if_direct, iterations_) : iterations_;
  for (Row& row : rows_) row.before_pass = row.impulse;
  double first = 0, last = 0;  // energy changes of the first and the last iteration
  for (int i = 0; i < iterations; ++i) {
    if (is_direct_solve_) solve_directly(false);
    last = 0;
    for (Row& row : rows_) {
      if (row.is_direct) continue;
      const double change = turn(row);
      last += change * change / row.diagonal;
      if (is_direct_solve_) solve_directly(false);
    }
    if (i == 0) first = last;
  }
  collect();
  return !has_joints_to_solve_ || last <= k_growth * first ||
         last <= k_least * group_->engine_energy();
}

void GroupRows::shorten(double part) {
  for (Row& row : rows_) {
    const double back = (1 - part) * (row.before_pass - row.impulse);
    set_impulse(row, row.impulse + back);
    for (int side = 0; side < 2; ++side)
      if (row.place[side] < 0) apply_plain(row, side, back, false);
  }
  write_velocities();
}

void GroupRows::collect() {
  impulse_.setZero(static_cast<Eigen::Index>(6 * solver_bodies_.size()));
  for (const Row& row : rows_)
    for (int side = 0; side < 2; ++side)
      if (row.place[side] >= 0)
        impulse_.segment<6>(6 * row.place[side]) += row.J[side] * row.impulse;
  group_->set_engine_impulse(impulse_);
  write_velocities();
}

void GroupRows::end_substep() {
  for (Row& row : rows_) row.total += row.impulse;
}

void GroupRows::end_step() {
  if (!is_divided_) return;
  for (Row& row : rows_) set_impulse(row, row.total);
}

GroupRows::Row* GroupRows::find(const btSolverConstraint& row) {
  for (int pool = 0; pool < pool_count; ++pool) {
    const btConstraintArray& rows = *pools_[pool];
    if (rows.size() == 0 || &row < &rows[0] || &row > &rows[rows.size() - 1]) continue;
    const int index = row_of_[pool][&row - &rows[0]];
    return index < 0 ? nullptr : &rows_[index];
  }
  return nullptr;
}

int GroupRows::body_of(const Row& row, int side) { return solver_body(*row.constraint, side); }

std::span<const BodyChange> GroupRows::response(std::size_t i) const {
  const std::size_t start = response_starts_[i];
  return std::span(responses_).subspan(start, response_starts_[i + 1] - start);
}

/// Change of velocity of one body of the group per impulse along row i.
Vector6 GroupRows::response(std::size_t i, int body) const {
  const std::span<const BodyChange> changes = response(i);
  const auto found = std::ranges::lower_bound(changes, body, {}, &BodyChange::body);
  if (found == changes.end() || found->body != body) return Vector6::Zero();
  return found->velocity;
}

/// Change of velocity of a body outside the group per impulse.
Vector6 GroupRows::plain_response(const Row& row, int side) const {
  Vector6 response;
  response << to_eigen(plain_angular(*row.constraint, side)),
      to_eigen(plain_linear(*row.constraint, side, (*bodies_)[body_of(row, side)]));
  return response;
}

double GroupRows::delta_velocity(const Row& row) {
  double sum = 0;
  for (int side = 0; side < 2; ++side) {
    const Vector6& change = changes_.of(body_of(row, side));
    sum +=
        row.J[side].head<3>().dot(change.head<3>()) + row.J[side].tail<3>().dot(change.tail<3>());
  }
  return sum;
}

double GroupRows::push_velocity(const Row& row) const {
  double sum = 0;
  for (int side = 0; side < 2; ++side) {
    btSolverBody& body = (*bodies_)[body_of(row, side)];
    sum += row.J[side].head<3>().dot(to_eigen(body.internalGetTurnVelocity())) +
           row.J[side].tail<3>().dot(to_eigen(body.internalGetPushVelocity()));
  }
  return sum;
}

void GroupRows::set_impulse(Row& row, double impulse) {
  row.impulse = impulse;
  row.constraint->m_appliedImpulse = static_cast<btScalar>(impulse);
}

void GroupRows::apply(const Row& row, double impulse, bool push) {
  for (const BodyChange& change : response(static_cast<std::size_t>(&row - rows_.data())))
    add_velocity(solver_bodies_[change.body], change.velocity * impulse, push);
  for (int side = 0; side < 2; ++side)
    if (row.place[side] < 0) apply_plain(row, side, impulse, push);
}

void GroupRows::apply_plain(const Row& row, int side, double impulse, bool push) {
  add_velocity(body_of(row, side), plain_response(row, side) * impulse, push);
}

void GroupRows::add_velocity(int body, const Vector6& change, bool push) {
  if (!push) return changes_.add(body, change);
  btSolverBody& pushed = (*bodies_)[body];
  pushed.internalGetTurnVelocity() += to_bullet(Vector3d(change.head<3>()));
  pushed.internalGetPushVelocity() += to_bullet(Vector3d(change.tail<3>()));
}

double GroupRows::bounded(const Row& row, double impulse) const {
  const btSolverConstraint& constraint = *row.constraint;
  if (row.normal == nullptr)
    return std::clamp<double>(impulse, constraint.m_lowerLimit, constraint.m_upperLimit);
  const double normal = row.normal->m_appliedImpulse;
  // As in Bullet, a friction row keeps its impulse when its contact row has none.
  if (normal <= 0) return row.impulse;
  double limit = constraint.m_friction * normal;
  if (row.pool == rolling_friction) limit = std::min<double>(limit, constraint.m_friction);
  return std::clamp(impulse, -limit, limit);
}

double GroupRows::turn(Row& row) {
  const double before = row.impulse;
  const double wanted = before + row.substep_error * row.diagonal -
                        before * (row.compliance * row.diagonal) -
                        delta_velocity(row) * row.diagonal;
  set_impulse(row, bounded(row, wanted));
  apply(row, row.impulse - before, false);
  return row.impulse - before;
}

bool GroupRows::resolve(const btSolverConstraint& constraint, btScalar& delta_impulse) {
  Row* row = find(constraint);
  if (row == nullptr) return false;
  delta_impulse = 0;
  if (keep_impulses || (row->is_direct && row != &rows_[direct_.front()])) return true;
  if (!row->is_direct) delta_impulse = static_cast<btScalar>(turn(*row));
  if (is_direct_solve_) solve_directly(false);
  return true;
}

bool GroupRows::resolve_push(const btSolverConstraint& constraint, btScalar& delta_impulse) {
  const Row* row = find(constraint);
  if (row == nullptr) return false;
  delta_impulse = 0;
  if (constraint.m_rhsPenetration == 0) return true;
  const double before = constraint.m_appliedPushImpulse;
  const double wanted = before + constraint.m_rhsPenetration - before * constraint.m_cfm -
                        push_velocity(*row) * constraint.m_jacDiagABInv;
  const double after = std::max<double>(wanted, constraint.m_lowerLimit);
  constraint.m_appliedPushImpulse = static_cast<btScalar>(after);
  apply(*row, after - before, true);
  if (is_direct_solve_) solve_directly(true);
  delta_impulse = static_cast<btScalar>(after - before);
  return true;
}

}  // namespace condyle::bullet
