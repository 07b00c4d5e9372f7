#include "plugin/bullet/src/row_work.h"

namespace condyle::bullet {
namespace {

/// Velocities of a body along a row, before and after its rows were solved.
struct AlongRow {
  double before = 0, after = 0;
};

AlongRow along(const btSolverConstraint& row, bool is_first, const btSolverBody& body) {
  const btVector3& linear = is_first ? row.m_contactNormal1 : row.m_contactNormal2;
  const btVector3& angular = is_first ? row.m_relpos1CrossNormal : row.m_relpos2CrossNormal;
  const btVector3 v =
      body.m_linearVelocity + body.m_externalForceImpulse + body.getDeltaLinearVelocity();
  const btVector3 w =
      body.m_angularVelocity + body.m_externalTorqueImpulse + body.getDeltaAngularVelocity();
  return {double(linear.dot(body.m_linearVelocity)) + double(angular.dot(body.m_angularVelocity)),
          double(linear.dot(v)) + double(angular.dot(w))};
}

bool is_moved(const btSolverBody& body) {
  return body.m_originalBody != nullptr && !body.internalGetInvMass().isZero();
}

}  // namespace

RowWork work_of(std::span<const btConstraintArray* const> joints,
                std::span<const btConstraintArray* const> contacts,
                const btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place) {
  RowWork work;
  const auto add = [&](const btConstraintArray& rows, bool is_joint, double& sum) {
    for (int i = 0; i < rows.size(); ++i) {
      const double impulse = rows[i].m_appliedImpulse;
      if (impulse == 0) continue;
      for (const bool is_first : {true, false}) {
        const int id = is_first ? rows[i].m_solverBodyIdA : rows[i].m_solverBodyIdB;
        if (!is_moved(bodies[id])) continue;
        if (!place.empty() && place[id] >= 0) continue;
        const AlongRow velocity = along(rows[i], is_first, bodies[id]);
        sum += impulse * (is_joint ? velocity.after : 0.5 * (velocity.before + velocity.after));
      }
    }
  };
  for (const btConstraintArray* rows : joints) add(*rows, true, work.joints);
  for (const btConstraintArray* rows : contacts) add(*rows, false, work.contacts);
  return work;
}

}  // namespace condyle::bullet
