#pragma once

#include <cmath>
#include <functional>
#include <initializer_list>
#include <numbers>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "engine/made_meshes.h"
#include "world/scene_world.h"

namespace condyle {

/// What a scene's amounts are at a point of a quasi-static test.
struct StillPoint {
  double flexion = 0;  ///< angle of the tested joint's motion [rad]
  double load = 0;     ///< amount of the load that the test adds
  bool is_row = true;  ///< false: a point on the way, which only leads to the next
};

/// The joint that a test bends and loads: a dynamic body that a contact presses on another one,
/// which a rotation may move.
struct TestedJoint {
  int motion = -1;   ///< among Scene::motions; -1: no motion bends it
  int body = -1;     ///< the dynamic body
  int contact = -1;  ///< among Scene::contacts
  double start = 0;  ///< angle of the motion at time 0 [rad]
};

/// Finds it: the first contact between a dynamic body and another one. Throws InputError that says
/// what the scene lacks.
TestedJoint find_tested_joint(const scene::Scene& scene);

/// Pose of a body of the scene in the world at time 0, also of one that a motion drives.
Pose pose_at_start(const scene::Scene& scene, int body);

inline constexpr double k_lab_degree = std::numbers::pi / 180;  // [rad]

/// An angle [rad] in degrees, as it was asked for: without the rounding of the conversion.
inline double degrees_of(double angle) { return std::round(1e9 * angle / k_lab_degree) / 1e9; }

/// The angles of a test [rad]: those given or, if there are none, the usual ones of the test
/// [degree]; where no motion bends the joint, its only one. Throws InputError if angles are given
/// and no motion bends it.
std::vector<double> tested_angles(const scene::Scene& scene, const TestedJoint& joint,
                                  const std::vector<double>& given,
                                  std::initializer_list<double> usual_degrees);

/// A value that stays.
scene::TimeTable constant_table(double value);

/// One value per second after `start` at time 0, along straight lines.
scene::TimeTable by_the_second(double start, const std::vector<StillPoint>& points,
                               double StillPoint::*amount);

/// The value of a table that is farthest from 0.
double farthest_value(const scene::TimeTable& table);

/// The scene with one casting side of each contact: that which casts better where the scene leaves
/// it open, the first where both cast.
scene::Scene with_chosen_sides(scene::Scene scene);

/// The scene with its motions, hinges and loads constant: the loads at their largest, the motion of
/// the joint and the load `added` (if it is not null) as the points say, one per second. One side
/// of each contact casts, and nothing wears.
scene::Scene still_scene(const scene::Scene& scene, const TestedJoint& joint,
                         const std::vector<StillPoint>& points,
                         const scene::SceneLoad* added = nullptr);

/// Finds the static balance of each point in turn and hands those that are rows to `take`, with
/// null in place of the world where there is none; then `failed` says where and why, and the points
/// after it have none either. `meshes` passes them from one run to the next.
void run_still(const scene::Scene& scene, const std::vector<StillPoint>& points,
               const std::function<void(const StillPoint&, const SceneWorld*)>& take,
               std::vector<std::string>& failed, MadeMeshes& meshes);

/// Points that lead from `start` to each angle [rad] in steps of at most five degrees; only the
/// angles are rows.
std::vector<StillPoint> points_at(double start, const std::vector<double>& angles);

}  // namespace condyle
