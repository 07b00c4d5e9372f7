#include "plugin/mujoco/src/pressure_drawing.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// Viridis (N. Smith and S. van der Walt 2015, public domain) at quarters.
constexpr std::array<std::array<float, 3>, 5> k_colors = {{{0.267F, 0.005F, 0.329F},
                                                           {0.230F, 0.322F, 0.546F},
                                                           {0.128F, 0.567F, 0.551F},
                                                           {0.369F, 0.789F, 0.383F},
                                                           {0.993F, 0.906F, 0.144F}}};

void set_color(double part, mjvGeom& geom) {
  const double at = 4 * std::clamp(part, 0.0, 1.0);
  const auto below = static_cast<std::size_t>(std::min(at, 3.0));
  const auto rest = static_cast<float>(at - static_cast<double>(below));
  for (std::size_t i = 0; i < 3; ++i)
    geom.rgba[i] = (1 - rest) * k_colors[below][i] + rest * k_colors[below + 1][i];
  geom.rgba[3] = 1;
}

/// The axes of a geom as columns; they need be neither units nor perpendicular to one another.
void place(const Vector3d& origin, const Vector3d& x, const Vector3d& y, const Vector3d& z,
           mjvGeom& geom) {
  for (int row = 0; row < 3; ++row) {
    geom.pos[row] = static_cast<float>(origin[row]);
    geom.mat[3 * row] = static_cast<float>(x[row]);
    geom.mat[3 * row + 1] = static_cast<float>(y[row]);
    geom.mat[3 * row + 2] = static_cast<float>(z[row]);
  }
}

mjvGeom flat_geom(const std::array<Vector3d, 3>& corners) {
  const Vector3d up = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  mjvGeom geom = {};
  mjv_initGeom(&geom, k_flat_geom, nullptr, nullptr, nullptr, nullptr);
  geom.objtype = mjOBJ_UNKNOWN;
  geom.objid = -1;
  geom.category = mjCAT_DECOR;
  geom.emission = 0.4F;
  std::fill_n(geom.size, 3, 1.0F);
  if constexpr (k_draws_triangles) {
    place(corners[0], corners[1] - corners[0], corners[2] - corners[0], up, geom);
  } else {
    // A flat cylinder: Steiner's ellipse of the triangle, a little larger than the triangle.
    constexpr double k_of_steiner = 0.7, k_thickness = 1e-3;
    const Vector3d middle = (corners[0] + corners[1] + corners[2]) / 3;
    const Vector3d x = corners[0] - middle, y = (corners[1] - corners[2]) / std::sqrt(3.0);
    place(middle, k_of_steiner * x, k_of_steiner * y, k_thickness * x.norm() * up, geom);
  }
  return geom;
}

}  // namespace

int draw(const ContactSurface& surface, const SideMap& map, const Pose& X_WS, double most,
         double lift, mjvScene& scene) {
  int left_out = 0;
  const TriangleMesh& mesh = surface.mesh();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (map.pressure[t] <= 0) continue;
    if (scene.ngeom >= scene.maxgeom) {
      ++left_out;
      continue;
    }
    std::array<Vector3d, 3> corners;
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = X_WS * mesh.vertices[static_cast<std::size_t>(mesh.triangles[t][i])];
    const Vector3d up = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    for (Vector3d& corner : corners) corner += lift * up;
    mjvGeom& geom = scene.geoms[scene.ngeom];
    geom = flat_geom(corners);
    geom.segid = scene.ngeom++;
    set_color(map.pressure[t] / most, geom);
  }
  return left_out;
}

}  // namespace condyle::mujoco
