#include "plugin/mujoco/src/tendon_path.h"

#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"
#include "plugin/mujoco/src/step_bodies.h"

namespace condyle::mujoco {
namespace {

/// Index of a body in the list, which gets it if it is new.
int index_of(int body, std::vector<int>& bodies) {
  const auto found = std::ranges::find(bodies, body);
  if (found != bodies.end()) return static_cast<int>(found - bodies.begin());
  bodies.push_back(body);
  return static_cast<int>(bodies.size()) - 1;
}

ligament::PathPoint point_of(const mjModel& model, int site, std::vector<int>& bodies) {
  const int body = model.site_bodyid[site];
  const Pose X_BS =
      pose_in_body(model, body, model.site_pos + 3 * site, model.site_quat + 4 * site);
  return {.body = index_of(body, bodies), .p_B = X_BS.translation()};
}

/// `side_site`: the site towards which the strand wraps, or -1.
ligament::PathObstacle obstacle_of(const mjModel& model, int geom, bool is_sphere, int side_site,
                                   std::vector<int>& bodies) {
  const int body = model.geom_bodyid[geom];
  const double radius = model.geom_size[3 * geom];
  ligament::PathObstacle obstacle;
  if (const char* const name = mj_id2name(&model, mjOBJ_GEOM, geom)) obstacle.name = name;
  obstacle.body = index_of(body, bodies);
  obstacle.X_BS = pose_in_body(model, body, model.geom_pos + 3 * geom, model.geom_quat + 4 * geom);
  if (is_sphere)
    obstacle.shape = geometry::Sphere{radius};
  else
    obstacle.shape = geometry::InfiniteCylinder{radius};
  if (side_site < 0 || model.site_bodyid[side_site] != body) return obstacle;
  const Pose X_BSite =
      pose_in_body(model, body, model.site_pos + 3 * side_site, model.site_quat + 4 * side_site);
  Eigen::Vector3d side = obstacle.X_BS.inverse() * X_BSite.translation();
  if (!is_sphere) side.z() = 0;
  if (side.norm() > 0) obstacle.side = side.normalized();
  return obstacle;
}

}  // namespace

TendonPath path_of_tendon(const mjModel& model, int tendon, const std::string& strand) {
  TendonPath result;
  for (int i = 0; i < model.tendon_num[tendon]; ++i) {
    const int at = model.tendon_adr[tendon] + i, object = model.wrap_objid[at];
    const int kind = model.wrap_type[at];
    if (kind == mjWRAP_SITE) {
      result.path.points.push_back(point_of(model, object, result.bodies));
    } else if (kind == mjWRAP_SPHERE || kind == mjWRAP_CYLINDER) {
      result.path.obstacles.push_back(obstacle_of(model, object, kind == mjWRAP_SPHERE,
                                                  static_cast<int>(model.wrap_prm[at]),
                                                  result.bodies));
      const int before = static_cast<int>(result.path.points.size()) - 1;
      result.path.obstacles.back().first_point = before;
      result.path.obstacles.back().last_point = before + 1;
    } else {
      throw InputError(fmt::format(
          "Strand '{}': its tendon has {}; a strand follows sites, spheres and cylinders", strand,
          kind == mjWRAP_PULLEY ? "a pulley" : "joints"));
    }
  }
  return result;
}

}  // namespace condyle::mujoco
