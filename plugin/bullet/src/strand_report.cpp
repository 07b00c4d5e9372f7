#include "plugin/bullet/src/strand_report.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

/// The path at the bodies' present poses. Does not change the strand.
struct PathNow {
  std::vector<Pose> X_WB;
  CourseMemory memory;
  CoursePath path;

  explicit PathNow(const StrandState& strand) : memory(strand.memory) {
    for (const WorldBodyKey& key : strand.bodies)
      X_WB.push_back(to_pose(key.body->getWorldTransform()));
    trace(strand.frozen.course, X_WB, {}, memory, path);
  }
};

StrandCondition condition_of(const StrandState& strand) {
  if (strand.is_cut) return StrandCondition::cut;
  if (strand.damage.torn >= 1) return StrandCondition::torn;
  return strand.frozen.result.strain > 0 ? StrandCondition::taut : StrandCondition::slack;
}

Eigen::Vector3d point_in_world(const StrandState& strand, const CoursePoint& point) {
  const btRigidBody& body = *strand.bodies[static_cast<std::size_t>(point.body)].body;
  return to_pose(body.getWorldTransform()) * point.p_B;
}

}  // namespace

void put_report(StrandState& strand) {
  const FrozenStrand& frozen = strand.frozen;
  strand.report.condition = condition_of(strand);
  strand.report.force = frozen.result;
  strand.report.length = frozen.path.length;
  strand.report.lengthening_speed = frozen.path.lengthening_speed;
  strand.report.torn = strand.damage.torn;
  strand.report.course_status = frozen.path.status;
  strand.report.p_WA = frozen.path.legs.front().from_W;
  strand.report.p_WB = frozen.path.legs.back().to_W;
  strand.is_reported = true;
}

void follow(StrandState& strand) {
  FrozenStrand& frozen = strand.frozen;
  frozen.X_WB.clear();
  frozen.V_WB_W.clear();
  for (const WorldBodyKey& key : strand.bodies) {
    frozen.X_WB.push_back(to_pose(key.body->getWorldTransform()));
    frozen.V_WB_W.push_back(
        {to_eigen(key.body->getAngularVelocity()), to_eigen(key.body->getLinearVelocity())});
  }
  trace(frozen.course, frozen.X_WB, frozen.V_WB_W, strand.memory, frozen.path);
  frozen.result =
      evaluate(frozen.strand, frozen.path.length, frozen.path.lengthening_speed, strand.damage);
  if (strand.is_cut) {
    const LigamentForce whole = frozen.result;
    frozen.result = {};
    frozen.result.strain = whole.strain;
    frozen.result.strain_rate = whole.strain_rate;
  }
  put_report(strand);
}

void put_ends(StrandState& strand) {
  const std::vector<CoursePoint>& points = strand.frozen.course.points;
  strand.report.p_WA = point_in_world(strand, points.front());
  strand.report.p_WB = point_in_world(strand, points.back());
}

double length_now(const StrandState& strand) { return PathNow(strand).path.length; }

double energy_now(const StrandState& strand) {
  StrandDamage damage = strand.damage;
  return evaluate(strand.frozen.strand, length_now(strand), 0, damage).potential_energy;
}

std::vector<Eigen::Vector3d> polyline_now(const StrandState& strand, double step) {
  const PathNow now(strand);
  return polyline(strand.frozen.course, now.path, now.X_WB, step);
}

}  // namespace condyle::bullet
