#include "findings/rims.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/contact/contact_result.h"

namespace condyle {
namespace {

/// An edge bent by more than 45 degrees is sharp, as it is for free edges.
constexpr double k_cos_sharp = std::numbers::sqrt2 / 2;

double distance(const Eigen::Vector3d& p, const Eigen::Vector3d& start,
                const Eigen::Vector3d& end) {
  const Eigen::Vector3d along = end - start;
  const double part = std::clamp((p - start).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (start + part * along - p).norm();
}

}  // namespace

/// Finds the convex edges that are bent by more than 45 degrees.
void RigidRims::find(const ContactSurface& surface) {
  surface_ = &surface;
  edges_.clear();
  if (surface.casts_from_nodes()) return;
  const TriangleMesh& mesh = surface.mesh();
  for (int t = 0; t < surface.triangle_count(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int next = surface.neighbours()[t][k];
      if (next < t || surface.normals()[t].dot(surface.normals()[next]) > k_cos_sharp) continue;
      if ((surface.centroids()[next] - surface.centroids()[t]).dot(surface.normals()[t]) > 0)
        continue;  // hollow
      const auto& corners = mesh.triangles[t];
      edges_.push_back({mesh.vertices[corners[k]], mesh.vertices[corners[(k + 1) % 3]]});
    }
  }
}

bool RigidRims::are_reached(const ContactPair& pair) {
  if (pair.settings().formulation != Formulation::elastic_layer) return false;
  const bool is_casting = pair.casting().layer(0).use == LayerUse::rigid;
  if (!is_casting && pair.target().layer(0).use != LayerUse::rigid) return false;
  const ContactSurface& rigid = is_casting ? pair.casting() : pair.target();
  if (surface_ != &rigid) find(rigid);
  if (edges_.empty()) return false;
  const ContactSurface& casting = pair.casting();
  const Pose X_TC = pair.pose().inverse(Eigen::Isometry);
  for (const ProximityHit& hit : pair.result().hits) {
    const int t = hit.casting_triangle;
    if (!(pair.result().casting->pressure[t] > 0)) continue;
    const Eigen::Vector3d on_target = casting.centroids()[t] - hit.proximity * casting.normals()[t];
    const Eigen::Vector3d p = is_casting ? casting.centroids()[t] : X_TC * on_target;
    const double length = std::sqrt(2 * casting.areas()[t]);
    const auto is_near = [&](const Edge& edge) {
      return distance(p, edge.start, edge.end) < length;
    };
    if (std::ranges::any_of(edges_, is_near)) return true;
  }
  return false;
}

}  // namespace condyle
