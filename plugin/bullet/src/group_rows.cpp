#include "plugin/bullet/src/group_rows.h"

#include <algorithm>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// Jacobian of a row for body A (side 0) or B (side 1).
Vector6 jacobian(const btSolverConstraint& row, int side) {
  return side == 0 ? joined(row.m_relpos1CrossNormal, row.m_contactNormal1)
                   : joined(row.m_relpos2CrossNormal, row.m_contactNormal2);
}

/// Change of velocity of a body per impulse.
Vector6 response(const btSolverConstraint& row, int side, const btSolverBody& body) {
  const btVector3& mass = body.internalGetInvMass();
  return side == 0 ? joined(row.m_angularComponentA, row.m_contactNormal1 * mass)
                   : joined(row.m_angularComponentB, row.m_contactNormal2 * mass);
}

/// Velocity (angular, linear) before the engine's rows act.
Vector6 velocity_before(const btSolverBody& body) {
  return joined(body.m_angularVelocity + body.m_externalTorqueImpulse,
                body.m_linearVelocity + body.m_externalForceImpulse);
}

int body_of(const btSolverConstraint& row, int side) {
  return side == 0 ? row.m_solverBodyIdA : row.m_solverBodyIdB;
}

}  // namespace

void GroupRows::gather(btConstraintArray* const (&pools)[pool_count],
                       btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place,
                       GroupSolver& group, double relaxation, int iterations) {
  bodies_ = pushes_.bodies = &bodies;
  rows_.clear();
  constraints_.clear();
  for (const Pool pool : {joint, contact, friction, rolling_friction}) {
    pools_[pool] = pools[pool];
    add(pool, place, relaxation);
  }
  changes_.gather(bodies);
  solver_.gather(rows_, *this, place, group, iterations);
}

void GroupRows::add(Pool pool, std::span<const int> place, double relaxation) {
  btConstraintArray& constraints = *pools_[pool];
  row_of_[pool].assign(constraints.size(), -1);
  start_impulses_[pool].clear();
  for (int i = 0; i < constraints.size(); ++i) {
    btSolverConstraint& constraint = constraints[i];
    start_impulses_[pool].push_back(constraint.m_appliedImpulse);
    if (place[constraint.m_solverBodyIdA] < 0 && place[constraint.m_solverBodyIdB] < 0) continue;
    if (constraint.m_jacDiagABInv == 0) continue;
    row_of_[pool][i] = static_cast<int>(rows_.size());
    rows_.push_back(row_of(pool, constraint, relaxation));
    constraints_.push_back(&constraint);
  }
}

EngineRow GroupRows::row_of(Pool pool, const btSolverConstraint& constraint,
                            double relaxation) const {
  EngineRow row;
  for (int side = 0; side < 2; ++side) {
    row.bodies[side] = body_of(constraint, side);
    const btSolverBody& body = (*bodies_)[row.bodies[side]];
    row.J[side] = jacobian(constraint, side);
    row.response[side] = response(constraint, side, body);
    row.velocity_before[side] = row.J[side].dot(velocity_before(body));
  }
  row.missing = constraint.m_rhs / constraint.m_jacDiagABInv;
  row.compliance = constraint.m_cfm / constraint.m_jacDiagABInv;
  row.mass_inverse = 1 / constraint.m_jacDiagABInv;
  row.lower = constraint.m_lowerLimit;
  row.upper = constraint.m_upperLimit;
  row.warm_start = constraint.m_appliedImpulse;
  row.is_joint = pool == joint;
  row.relaxation = pool == joint ? 1.0 : relaxation;
  if (pool != friction && pool != rolling_friction) return row;
  row.friction_of = row_of_[contact][constraint.m_frictionIndex];
  row.friction = constraint.m_friction;
  row.keeps_friction = true;
  if (pool == rolling_friction) row.most_friction = constraint.m_friction;
  return row;
}

void GroupRows::set_impulse(int row, double impulse) {
  constraints_[row]->m_appliedImpulse = static_cast<btScalar>(impulse);
}

void GroupRows::restore_impulses() {
  for (int pool = 0; pool < pool_count; ++pool)
    for (int i = 0; i < pools_[pool]->size(); ++i)
      (*pools_[pool])[i].m_appliedImpulse = start_impulses_[pool][i];
}

/// The index of a row in rows_; -1 if it touches no group.
int GroupRows::find(const btSolverConstraint& row) const {
  for (const Pool pool : {joint, contact, friction, rolling_friction}) {
    const btConstraintArray& rows = *pools_[pool];
    if (rows.size() > 0 && &row >= &rows[0] && &row <= &rows[rows.size() - 1])
      return row_of_[pool][&row - &rows[0]];
  }
  return -1;
}

bool GroupRows::resolve(const btSolverConstraint& constraint, btScalar& delta_impulse) {
  const int row = find(constraint);
  if (row >= 0) delta_impulse = static_cast<btScalar>(solver_.resolve(row));
  return row >= 0;
}

bool GroupRows::resolve_push(const btSolverConstraint& constraint, btScalar& delta_impulse) {
  const int row = find(constraint);
  if (row < 0) return false;
  delta_impulse = 0;
  if (constraint.m_rhsPenetration == 0) return true;
  const double before = constraint.m_appliedPushImpulse, diagonal = solver_.diagonal(row);
  const double missing = constraint.m_rhsPenetration / constraint.m_jacDiagABInv -
                         before * solver_.compliance(row) - solver_.velocity_along(row, pushes_);
  const double after = std::max<double>(before + missing * diagonal, constraint.m_lowerLimit);
  constraint.m_appliedPushImpulse = static_cast<btScalar>(after);
  solver_.apply(row, after - before, pushes_);
  solver_.hold_joints(pushes_);
  delta_impulse = static_cast<btScalar>(after - before);
  return true;
}

Vector6 GroupRows::Pushes::change(int body) {
  btSolverBody& pushed = (*bodies)[body];
  return joined(pushed.internalGetTurnVelocity(), pushed.internalGetPushVelocity());
}

void GroupRows::Pushes::set_change(int body, const Vector6& change) {
  btSolverBody& pushed = (*bodies)[body];
  pushed.internalGetTurnVelocity() = to_bullet(Vector3d(change.head<3>()));
  pushed.internalGetPushVelocity() = to_bullet(Vector3d(change.tail<3>()));
}

}  // namespace condyle::bullet
