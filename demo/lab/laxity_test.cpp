#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/long_work.h"
#include "engine/made_meshes.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

/// One direction of a test of laxity: a force along, or a moment about, an axis of the world.
struct LaxityDirection {
  const char* name;
  Eigen::Vector3d axis;
  bool is_moment;
  double most;  ///< the largest load [N or N m]
};

std::vector<LaxityDirection> directions_of(const LaxityTest& test) {
  return {{"forward", Eigen::Vector3d::UnitX(), false, test.force_forward},
          {"sideways", Eigen::Vector3d::UnitZ(), false, test.force_sideways},
          {"turning", Eigen::Vector3d::UnitY(), true, test.moment_turning},
          {"tilting", Eigen::Vector3d::UnitX(), true, test.moment_tilting}};
}

/// Where the body is along the direction: its origin [mm], or its turn from where it began [deg].
double place_along(const Pose& X_WB, const Pose& X_WB0, const LaxityDirection& direction) {
  if (!direction.is_moment)
    return 1e3 * direction.axis.dot(X_WB.translation() - X_WB0.translation());
  const Eigen::AngleAxisd turn(X_WB.linear() * X_WB0.linear().transpose());
  return turn.angle() * turn.axis().dot(direction.axis) / k_lab_degree;
}

/// Bends the joint to each angle and loads it there from nothing to -most, from there to +most,
/// which are rows, and back to nothing.
std::vector<StillPoint> laxity_points(double start, const std::vector<double>& angles, double most,
                                      int count) {
  constexpr int k_way = 5;
  std::vector<StillPoint> points;
  double from = start;
  for (const double angle : angles) {
    for (StillPoint point : points_at(from, {angle})) {
      point.is_row = false;
      points.push_back(point);
    }
    for (int i = 1; i < k_way; ++i)
      points.push_back({.flexion = angle, .load = -most * i / k_way, .is_row = false});
    for (int i = 0; i < count; ++i)
      points.push_back({.flexion = angle, .load = most * (2.0 * i / (count - 1) - 1)});
    for (int i = k_way - 1; i >= 0; --i)
      points.push_back({.flexion = angle, .load = most * i / k_way, .is_row = false});
    from = angle;
  }
  return points;
}

/// Whether the ligament holds a dynamic body that is not the tested one, such as a patella, which
/// would fly off without it.
bool holds_further_body(const scene::Scene& scene, const TestedJoint& joint,
                        const scene::SceneLigament& ligament) {
  return std::ranges::any_of(ligament.path, [&](const scene::ScenePoint& point) {
    if (point.body.empty()) return false;
    const int body = body_index(scene, point.body);
    return body != joint.body && scene.bodies[body].kind == scene::BodyKind::dynamic;
  });
}

/// A curve of displacement over load.
struct LaxityCurve {
  double angle = 0;
  std::vector<double> load, displacement;
};

/// The curves at each angle.
std::vector<LaxityCurve> measure(const scene::Scene& scene, const TestedJoint& joint,
                                 const std::vector<double>& angles,
                                 const LaxityDirection& direction, int count,
                                 std::vector<std::string>& failed, MadeMeshes& meshes) {
  const std::vector<StillPoint> points = laxity_points(joint.start, angles, direction.most, count);
  scene::SceneLoad load{.name = "laxity", .body = scene.bodies[joint.body].name};
  (direction.is_moment ? load.moment : load.force) = direction.axis;
  const Pose X_WB0 = scene.bodies[joint.body].X_WB;
  std::vector<LaxityCurve> curves;
  run_still(
      still_scene(scene, joint, points, &load), points,
      [&](const StillPoint& point, const SceneWorld* world) {
        if (curves.empty() || curves.back().angle != point.flexion)
          curves.push_back({point.flexion, {}, {}});
        curves.back().load.push_back(point.load);
        curves.back().displacement.push_back(
            world != nullptr ? place_along(world->bodies()[joint.body].X_WB, X_WB0, direction)
                             : std::numeric_limits<double>::quiet_NaN());
      },
      failed, meshes);
  // From the middle of a curve, where the test's own load is zero.
  for (LaxityCurve& curve : curves) {
    const double middle = curve.displacement[curve.displacement.size() / 2];
    for (double& displacement : curve.displacement) displacement -= middle;
  }
  return curves;
}

LabTable curve_table(const LaxityDirection& direction) {
  return {fmt::format("laxity_{}", direction.name),
          fmt::format("Laxity, {}", direction.name),
          {"ligaments", "angle [deg]", direction.is_moment ? "moment [N m]" : "force [N]",
           direction.is_moment ? "turn [deg]" : "displacement [mm]"},
          {},
          3};
}

}  // namespace

LabResult test_laxity(const scene::Scene& scene, const LaxityTest& test) {
  const TestedJoint joint = find_tested_joint(scene);
  const std::vector<double> angles = tested_angles(scene, joint, test.angles, {0, 30, 60, 90});

  scene::Scene cut = scene;
  for (scene::SceneLigament& ligament : cut.ligaments)
    ligament.is_cut |= !holds_further_body(scene, joint, ligament);
  MadeMeshes meshes;
  LabResult result{"laxity", scene.name, {}, {}};
  LabTable summary{"laxity",
                   "Laxity: displacement from minus to plus the largest load",
                   {"direction", "ligaments", "angle [deg]", "load", "displacement", "unit"},
                   {},
                   4};
  std::vector<LabTable> curves;
  for (const LaxityDirection& direction : directions_of(test)) {
    LabTable& table = curves.emplace_back(curve_table(direction));
    for (const bool is_whole : {true, false}) {
      if (!is_whole && scene.ligaments.empty()) continue;
      const char* state = is_whole ? "whole" : "cut";
      const WorkPart part(fmt::format("laxity, {}, ligaments {}", direction.name, state));
      std::vector<std::string> failed;
      for (const LaxityCurve& curve :
           measure(is_whole ? scene : cut, joint, angles, direction, test.points, failed, meshes)) {
        const double angle = degrees_of(curve.angle);
        for (std::size_t i = 0; i < curve.load.size(); ++i)
          table.rows.push_back({state, angle, curve.load[i], curve.displacement[i]});
        summary.rows.push_back(
            {direction.name, state, angle,
             fmt::format("+-{:g} {}", direction.most, direction.is_moment ? "N m" : "N"),
             curve.displacement.back() - curve.displacement.front(),
             direction.is_moment ? "deg" : "mm"});
      }
      for (const std::string& why : failed)
        result.notes.push_back(fmt::format("{}, ligaments {}: {}", direction.name, state, why));
    }
  }
  result.tables.push_back(std::move(summary));
  for (LabTable& table : curves) result.tables.push_back(std::move(table));
  return result;
}

}  // namespace condyle
