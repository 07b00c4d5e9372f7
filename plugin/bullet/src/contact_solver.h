#pragma once

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <exception>
#include <utility>

#include "plugin/bullet/src/contact_step.h"

namespace condyle::bullet {

/// Bullet's sequential-impulse solver, which also solves Condyle's groups. Islands without pairs
/// and strands of Condyle run only Bullet's own code.
class ContactSolver final : public btSequentialImpulseConstraintSolver {
 public:
  explicit ContactSolver(ContactStep& step) : step_(step) {}

  /// Returns the exception of the first island that failed, and forgets it. It is not thrown until
  /// all islands of the substep are solved, because Bullet's code is not exception-safe.
  std::exception_ptr take_failure() { return std::exchange(failure_, nullptr); }

  /// Called when all islands of a substep are solved.
  void (*on_all_solved)(void* context) = nullptr;
  void* context = nullptr;

  void allSolved(const btContactSolverInfo& info, btIDebugDraw* drawer) override;

 protected:
  btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int body_count,
                                        btPersistentManifold** manifolds, int manifold_count,
                                        btTypedConstraint** constraints, int constraint_count,
                                        const btContactSolverInfo& info,
                                        btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyIterations(btCollisionObject** bodies, int body_count,
                                             btPersistentManifold** manifolds, int manifold_count,
                                             btTypedConstraint** constraints, int constraint_count,
                                             const btContactSolverInfo& info,
                                             btIDebugDraw* drawer) override;
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int body_count,
                                         const btContactSolverInfo& info) override;

 private:
  ContactStep& step_;
  void tally_rows();
  template <class Work>
  void attempt(Work&& work);

  Solved solved_ = Solved::by_bullet;  ///< the island that Bullet visits
  std::exception_ptr failure_;
};

}  // namespace condyle::bullet
