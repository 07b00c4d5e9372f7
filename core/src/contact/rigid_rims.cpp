#include "core/src/contact/rigid_rims.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/contact/contact_result.h"
#include "core/src/base/edge_distance.h"
#include "core/src/base/pose_inverse.h"

namespace condyle {
namespace {

constexpr double k_cos_sharp = std::numbers::sqrt2 / 2;

bool is_rigid(const ContactSurface& surface) { return surface.layer(0).use == LayerUse::rigid; }

/// A casting triangle that presses.
struct PressedRim {
  int triangle;
  Eigen::Vector3d point;  ///< on the rigid side, in its mesh frame [m]
  double length, pressure;
};

std::vector<PressedRim> pressed_of(const ContactSurface& casting, const Pose& X_CT,
                                   const ContactResult& result) {
  const bool is_casting = is_rigid(casting);
  const Pose X_TC = inverse_of(X_CT);
  const std::vector<double>& pressures = result.casting->pressure;
  std::vector<PressedRim> pressed;
  for (const ProximityHit& hit : result.hits) {
    const int t = hit.casting_triangle;
    if (!(pressures[t] > 0)) continue;
    const Eigen::Vector3d on_target = casting.centroids()[t] - hit.proximity * casting.normals()[t];
    pressed.push_back({t, is_casting ? casting.centroids()[t] : X_TC * on_target,
                       std::sqrt(2 * casting.areas()[t]), pressures[t]});
  }
  return pressed;
}

}  // namespace

RigidRims::RigidRims(const ContactSurface& casting, const ContactSurface& target) {
  if (!is_rigid(casting) && !is_rigid(target)) return;
  const ContactSurface& surface = is_rigid(casting) ? casting : target;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int next = surface.neighbours()[t][k];
      if (next < t || surface.normals()[t].dot(surface.normals()[next]) > k_cos_sharp) continue;
      if ((surface.centroids()[next] - surface.centroids()[t]).dot(surface.normals()[t]) > 0)
        continue;  // hollow
      const auto& corners = surface.mesh().triangles[t];
      edges_.push_back({corners[k], corners[(k + 1) % 3]});
    }
  }
}

RigidRims::Reached RigidRims::reached(const ContactSurface& casting, const ContactSurface& target,
                                      const Pose& X_CT, const ContactResult& result) const {
  Reached reached;
  if (edges_.empty()) return reached;
  const TriangleMesh& mesh = (is_rigid(casting) ? casting : target).mesh();
  const std::vector<PressedRim> pressed = pressed_of(casting, X_CT, result);
  Eigen::AlignedBox3d around;
  for (const PressedRim& one : pressed) {
    around.extend(one.point - Eigen::Vector3d::Constant(one.length));
    around.extend(one.point + Eigen::Vector3d::Constant(one.length));
  }
  for (const auto& [from, to] : edges_) {
    const Eigen::Vector3d &start = mesh.vertices[from], &end = mesh.vertices[to];
    Eigen::AlignedBox3d box(start);
    if (!around.intersects(box.extend(end))) continue;
    for (const PressedRim& one : pressed) {
      if (one.pressure <= reached.pressure || edge_distance(one.point, start, end) >= one.length)
        continue;
      reached = {one.pressure, casting.centroids()[one.triangle]};
    }
  }
  return reached;
}

}  // namespace condyle
