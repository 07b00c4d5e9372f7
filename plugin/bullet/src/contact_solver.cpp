#include "plugin/bullet/src/contact_solver.h"

#include "plugin/bullet/src/row_work.h"

namespace condyle::bullet {
namespace {

/// The rows of the island that this thread is solving, and Bullet's own functions for all other
/// rows. They are stored here because Bullet's row functions have no context.
struct RowFunctions {
  GroupRows* rows = nullptr;
  btSingleConstraintRowSolver generic = nullptr, lower_limit = nullptr, push = nullptr;
};
thread_local RowFunctions current;

btScalar solve_generic(btSolverBody& a, btSolverBody& b, const btSolverConstraint& row) {
  btScalar change = 0;
  return current.rows->resolve(row, change) ? change : current.generic(a, b, row);
}

btScalar solve_lower_limit(btSolverBody& a, btSolverBody& b, const btSolverConstraint& row) {
  btScalar change = 0;
  return current.rows->resolve(row, change) ? change : current.lower_limit(a, b, row);
}

btScalar solve_push(btSolverBody& a, btSolverBody& b, const btSolverConstraint& row) {
  btScalar change = 0;
  return current.rows->resolve_push(row, change) ? change : current.push(a, b, row);
}

}  // namespace

/// Runs `work`. If it throws, keeps the exception, and leaves the island to Bullet.
template <class Work>
void ContactSolver::attempt(Work&& work) {
  try {
    work();
  } catch (...) {
    failure_ = std::current_exception();
    solved_ = Solved::by_bullet;
  }
}

btScalar ContactSolver::solveGroupCacheFriendlySetup(
    btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
    int manifold_count, btTypedConstraint** constraints, int constraint_count,
    const btContactSolverInfo& info, btIDebugDraw* drawer) {
  const btScalar result = btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(
      bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  if (failure_) return result;
  const int island = body_count > 0 ? bodies[0]->getIslandTag() : -1;
  solved_ =
      step_.begin(island, {&m_tmpSolverBodyPool,
                           {&m_tmpSolverNonContactConstraintPool, &m_tmpSolverContactConstraintPool,
                            &m_tmpSolverContactFrictionConstraintPool,
                            &m_tmpSolverContactRollingFrictionConstraintPool},
                           {constraints, static_cast<std::size_t>(constraint_count)},
                           &info});
  return result;
}

btScalar ContactSolver::solveGroupCacheFriendlyIterations(
    btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
    int manifold_count, btTypedConstraint** constraints, int constraint_count,
    const btContactSolverInfo& info, btIDebugDraw* drawer) {
  const auto iterate = [&] {
    return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyIterations(
        bodies, body_count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
  };
  if (solved_ != Solved::now) return iterate();

  attempt([this] { step_.solve(); });
  if (failure_) return 0;
  const auto iterate_beside_group = [&] {
    current = {&step_.rows(), m_resolveSingleConstraintRowGeneric,
               m_resolveSingleConstraintRowLowerLimit, m_resolveSplitPenetrationImpulse};
    m_resolveSingleConstraintRowGeneric = solve_generic;
    m_resolveSingleConstraintRowLowerLimit = solve_lower_limit;
    m_resolveSplitPenetrationImpulse = solve_push;
    const btScalar residual = iterate();
    m_resolveSingleConstraintRowGeneric = current.generic;
    m_resolveSingleConstraintRowLowerLimit = current.lower_limit;
    m_resolveSplitPenetrationImpulse = current.push;
    current = {};
    return residual;
  };
  const btScalar residual = iterate_beside_group();
  Outcome outcome = Outcome::done;
  attempt([&] { outcome = step_.correct(); });
  return outcome == Outcome::repeat ? iterate_beside_group() : residual;
}

btScalar ContactSolver::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                                      const btContactSolverInfo& info) {
  tally_rows();  // before Bullet's own code clears them
  const btScalar result =
      btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(bodies, body_count, info);
  if (solved_ == Solved::now) step_.finish();
  solved_ = Solved::by_bullet;
  return result;
}

/// Islands that are left come before the one that has failed, if any.
void ContactSolver::allSolved(const btContactSolverInfo&, btIDebugDraw*) {
  attempt([this] { step_.solve_left(); });
  if (!failure_) step_.take_results();
  if (on_all_solved != nullptr) on_all_solved(context);
}

void ContactSolver::tally_rows() {
  const btConstraintArray* const joints[] = {&m_tmpSolverNonContactConstraintPool};
  const btConstraintArray* const contacts[] = {&m_tmpSolverContactConstraintPool,
                                               &m_tmpSolverContactFrictionConstraintPool,
                                               &m_tmpSolverContactRollingFrictionConstraintPool};
  const std::span<const int> tallied =
      solved_ == Solved::now ? step_.tallied_bodies() : std::span<const int>();
  step_.add_work(work_of(joints, contacts, m_tmpSolverBodyPool, tallied));
}

}  // namespace condyle::bullet
