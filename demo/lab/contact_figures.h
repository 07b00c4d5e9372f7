#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "engine/made_meshes.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"
#include "world/scene_world.h"

namespace condyle {

/// The figures of a contact at one angle, NaN where there is no balance.
struct ContactFigures {
  static constexpr double k_none = std::numeric_limits<double>::quiet_NaN();

  double force = k_none;                ///< [N]
  double area = k_none;                 ///< [m^2]
  double mean = k_none, peak = k_none;  ///< pressures [Pa]
  struct OfRegion {
    double share = k_none;  ///< of the force, along it: those of all regions add up to 1 [1]
    double peak = k_none;   ///< [Pa]
    Eigen::Vector3d centre =
        Eigen::Vector3d::Constant(k_none);  ///< in the casting body's frame [m]
  };
  std::vector<OfRegion> regions;
};

/// The scene with all meshes of the other body of the tested contact shifted and turned.
scene::Scene misaligned(scene::Scene scene, const TestedJoint& joint, const Malalignment& by);

/// The figures of the tested contact of a scene that stands still (still_scene()) at each of the
/// points that is a row. `see` is called with each angle that has its balance, if it is not empty;
/// `failed` and `meshes` are those of run_still().
std::vector<ContactFigures> contact_figures_at(
    const scene::Scene& still, const TestedJoint& joint, const std::vector<StillPoint>& points,
    const std::function<void(double angle, const SceneWorld& world)>& see,
    std::vector<std::string>& failed, MadeMeshes& meshes);

}  // namespace condyle
