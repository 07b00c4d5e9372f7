#include "plugin/bullet/src/strand_report.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

/// The path at the bodies' present poses. Does not change the strand.
struct PathNow {
  std::vector<Pose> X_WB;
  ligament::PathMemory memory;
  ligament::TracedPath traced;

  explicit PathNow(const StrandState& strand) : memory(strand.memory) {
    for (const WorldBodyKey& key : strand.bodies)
      X_WB.push_back(to_pose(key.body->getWorldTransform()));
    trace(strand.linearised.path, X_WB, {}, memory, traced);
  }
};

StrandCondition condition_of(const StrandState& strand) {
  if (strand.is_cut) return StrandCondition::cut;
  if (strand.damage.torn >= 1) return StrandCondition::torn;
  return strand.linearised.result.strain > 0 ? StrandCondition::taut : StrandCondition::slack;
}

Eigen::Vector3d point_in_world(const StrandState& strand, const ligament::PathPoint& point) {
  const btRigidBody& body = *strand.bodies[point.body].body;
  return to_pose(body.getWorldTransform()) * point.p_B;
}

}  // namespace

void put_report(StrandState& strand) {
  const LinearisedStrand& linearised = strand.linearised;
  strand.report.condition = condition_of(strand);
  strand.report.force = linearised.result;
  strand.report.length = linearised.traced.length;
  strand.report.lengthening_speed = linearised.traced.lengthening_speed;
  strand.report.torn = strand.damage.torn;
  strand.report.path_status = linearised.traced.status;
  strand.report.p_WA = linearised.traced.legs.front().from_W;
  strand.report.p_WB = linearised.traced.legs.back().to_W;
  strand.is_reported = true;
}

void follow(StrandState& strand) {
  LinearisedStrand& linearised = strand.linearised;
  linearised.X_WB.clear();
  linearised.V_WB_W.clear();
  for (const WorldBodyKey& key : strand.bodies) {
    linearised.X_WB.push_back(to_pose(key.body->getWorldTransform()));
    linearised.V_WB_W.push_back(
        {to_eigen(key.body->getAngularVelocity()), to_eigen(key.body->getLinearVelocity())});
  }
  trace(linearised.path, linearised.X_WB, linearised.V_WB_W, strand.memory, linearised.traced);
  linearised.result = evaluate(linearised.strand, linearised.traced.length,
                               linearised.traced.lengthening_speed, strand.damage);
  if (strand.is_cut) {
    const ligament::StrandForce whole = linearised.result;
    linearised.result = {};
    linearised.result.strain = whole.strain;
    linearised.result.strain_rate = whole.strain_rate;
  }
  put_report(strand);
}

void put_ends(StrandState& strand) {
  const std::vector<ligament::PathPoint>& points = strand.linearised.path.points;
  strand.report.p_WA = point_in_world(strand, points.front());
  strand.report.p_WB = point_in_world(strand, points.back());
}

double length_now(const StrandState& strand) { return PathNow(strand).traced.length; }

double energy_now(const StrandState& strand) {
  ligament::StrandDamage damage = strand.damage;
  return evaluate(strand.linearised.strand, length_now(strand), 0, damage).potential_energy;
}

std::vector<Eigen::Vector3d> polyline_now(const StrandState& strand, double step) {
  const PathNow now(strand);
  return polyline(strand.linearised.path, now.traced, now.X_WB, step);
}

}  // namespace condyle::bullet
