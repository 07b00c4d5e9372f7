#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

DeformableSurface::DeformableSurface(TriangleMesh mesh, const Layer& layer, std::string name)
    : DeformableSurface(std::move(mesh), std::vector<Layer>{layer}, std::move(name)) {}

DeformableSurface::DeformableSurface(TriangleMesh mesh, std::vector<Layer> layers, std::string name)
    : owned_(std::make_shared<ContactSurface>(std::move(mesh), std::move(layers), std::move(name))),
      surface_(owned_),
      normals_(owned_->normals().size()),
      areas_(owned_->areas().size()) {
  owned_->is_deformable_ = true;
}

void DeformableSurface::require_movable(std::span<const Eigen::Vector3d> vertices) const {
  require_finite(vertices, {});
  for (std::size_t t = 0; t < areas_.size(); ++t) area_vector_doubled(vertices, t);
}

/// Twice the area vector of a triangle after the move. Throws InputError if it is zero.
Eigen::Vector3d DeformableSurface::area_vector_doubled(std::span<const Eigen::Vector3d> vertices,
                                                       std::size_t t) const {
  const auto& [a, b, c] = surface_->mesh().triangles[t];
  const Eigen::Vector3d doubled = (vertices[b] - vertices[a]).cross(vertices[c] - vertices[a]);
  if (!(plain_norm(doubled) > 0))
    throw InputError(
        fmt::format("{}: triangle {} would become degenerate (area 0); move its vertices apart",
                    surface_->name(), t));
  return doubled;
}

void DeformableSurface::require_finite(std::span<const Eigen::Vector3d> vertices,
                                       std::span<const Eigen::Vector3d> velocities) const {
  const std::size_t count = surface_->mesh().vertices.size();
  if (vertices.size() != count)
    throw InputError(fmt::format("{}: {} vertices to move, but its mesh has {}; give all of them",
                                 surface_->name(), vertices.size(), count));
  if (!velocities.empty() && velocities.size() != count)
    throw InputError(fmt::format("{}: {} velocities for {} vertices; give one for each, or none",
                                 surface_->name(), velocities.size(), count));
  const auto require = [&](std::span<const Eigen::Vector3d> vectors, const char* what) {
    const auto bad =
        std::ranges::find_if(vectors, [](const Eigen::Vector3d& v) { return !v.allFinite(); });
    if (bad != vectors.end())
      throw InputError(fmt::format("{}: the {} of vertex {} is not finite", surface_->name(), what,
                                   bad - vectors.begin()));
  };
  require(vertices, "new place");
  require(velocities, "velocity");
}

void DeformableSurface::move_vertices(std::span<const Eigen::Vector3d> vertices,
                                      std::span<const Eigen::Vector3d> velocities) {
  require_finite(vertices, velocities);
  ContactSurface& surface = *owned_;
  for (std::size_t t = 0; t < areas_.size(); ++t) {
    const Eigen::Vector3d doubled = area_vector_doubled(vertices, t);
    const double length = plain_norm(doubled);
    normals_[t] = doubled / length;
    areas_[t] = 0.5 * length;
  }
  ContactSurface::Parts& parts = *surface.parts_;  // not shared with another surface
  std::ranges::copy(vertices, parts.mesh.vertices.begin());
  surface.vertex_velocities_.assign(velocities.begin(), velocities.end());
  parts.normals.swap(normals_);
  parts.areas.swap(areas_);
  for (int t = 0; t < surface.triangle_count(); ++t) parts.centroids[t] = centroid(parts.mesh, t);
  parts.tree->refit(parts.mesh);
  ++surface.revision_;
}

void DeformableSurface::set_velocities(std::span<const Eigen::Vector3d> velocities) {
  require_finite(surface_->mesh().vertices, velocities);
  owned_->vertex_velocities_.assign(velocities.begin(), velocities.end());
}

}  // namespace condyle
