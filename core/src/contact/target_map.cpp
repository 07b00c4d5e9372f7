#include "core/src/contact/target_map.h"

#include <algorithm>
#include <cmath>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/surface/surfaces_at_hit.h"
#include "core/src/geometry/height_map_search.h"
#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

double largest_corner_distance(const ContactSurface& surface, int t) {
  double largest = 0;
  for (const int vertex : surface.mesh().triangles[t]) {
    largest = std::max(largest, (surface.mesh().vertices[vertex] - surface.centroids()[t]).norm());
  }
  return largest;
}

void find_triangle_reaches(const ContactSurface& surface, std::vector<double>& reaches) {
  for (int t = 0; t < surface.triangle_count(); ++t) {
    reaches.push_back(largest_corner_distance(surface, t));
  }
}

/// Per node: the largest distance to the centroid of one of its triangles.
void find_node_reaches(const ContactSurface& surface, std::vector<double>& reaches) {
  reaches.resize(surface.element_count(), 0);
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const Eigen::Vector3d middle = centroid(surface.mesh(), t);
    for (const int node : surface.nodes_of_triangles()[t]) {
      if (node < 0) continue;
      const double distance = (surface.centroids()[node] - middle).norm();
      reaches[node] = std::max(reaches[node], distance);
    }
  }
}

/// Upper bound on the distance of a shape's surface from p. For a height map the nearest point
/// would be costly.
double distance_bound(const geometry::Shape& shape, const Eigen::Vector3d& p) {
  if (const auto* map = std::get_if<geometry::HeightMap>(&shape))
    return std::abs(height_above(*map, p));
  return std::abs(nearest(shape, p).distance);
}

/// Bound on the distance of a shape's mesh from the shape: 1.5 times that of the centroids or the
/// vertices, whichever lie farther off (centred_mesh.h puts the former on the shape).
double mesh_error(const ContactSurface& surface) {
  double largest = 0, extent = 0;
  const auto look_at = [&](const Eigen::Vector3d& p) {
    largest = std::max(largest, distance_bound(*surface.shape(), p));
    extent = std::max(extent, p.cwiseAbs().maxCoeff());
  };
  // A cylinder's own centroids are where its rays start, on the shape.
  for (int t = 0; t < surface.triangle_count(); ++t) look_at(centroid(surface.mesh(), t));
  for (const Eigen::Vector3d& p : surface.mesh().vertices) look_at(p);
  return 1.5 * largest + 1e-9 * extent;
}

}  // namespace

TargetMap::TargetMap(const ContactSurface& casting, const ContactSurface& target)
    : casting_(&casting),
      target_(&target),
      map_(static_cast<std::size_t>(target.triangle_count())),
      weight_(static_cast<std::size_t>(target.triangle_count()), 0.0) {
  reach_.reserve(casting.element_count());
  renew();
  written_.reserve(weight_.size());
  if (target.shape() == nullptr) return;
  mesh_error_ = mesh_error(target);
  met_.assign(reach_.size(), -1);
  hits_on_mesh_.reserve(reach_.size());
}

void TargetMap::renew() {
  reach_.clear();
  if (casting_->casts_from_nodes())
    find_node_reaches(*casting_, reach_);
  else
    find_triangle_reaches(*casting_, reach_);
}

void TargetMap::make(std::span<const ProximityHit> hits, std::span<const Eigen::Vector3d> places_C,
                     const SideMap& casting_map, const Pose& X_CT) {
  clear();
  if (target_->shape() != nullptr) hits = on_mesh(hits, places_C, X_CT);
  average(hits, true, casting_map);
  average(hits, false, casting_map);
  flood(casting_map, X_CT);
}

std::span<const ProximityHit> TargetMap::on_mesh(std::span<const ProximityHit> hits,
                                                 std::span<const Eigen::Vector3d> places_C,
                                                 const Pose& X_CT) {
  const Pose X_TC = inverse_of(X_CT);
  hits_on_mesh_.clear();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    ProximityHit hit = hits[i];
    const int c = hit.casting_triangle;
    hit.target_triangle = triangle_under(
        X_TC * (places_C.empty() ? hit_point(*casting_, c, hit.proximity) : places_C[i]));
    met_[c] = hit.target_triangle;
    if (hit.target_triangle >= 0) hits_on_mesh_.push_back(hit);
  }
  return hits_on_mesh_;
}

int TargetMap::triangle_under(const Eigen::Vector3d& p_T) const {
  const auto below = [&](const Eigen::Vector3d& place, const Eigen::Vector3d& normal) {
    const geometry::Ray down{place + mesh_error_ * normal, -normal};
    return target_->tree().nearest(down, 2 * mesh_error_).triangle;
  };
  const int triangle = below(p_T, normal_at(*target_->shape(), p_T));
  if (triangle >= 0) return triangle;
  // A solver may have advanced the proximity since the search, so that it does not end on the
  // shape.
  const geometry::SurfacePoint on_shape = nearest(*target_->shape(), p_T);
  return below(on_shape.point, on_shape.normal);
}

/// The triangle of the target's mesh that a casting triangle's ray met.
int TargetMap::met_by(int casting_triangle, const SideMap& casting_map) const {
  return met_.empty() ? casting_map.partner[casting_triangle] : met_[casting_triangle];
}

void TargetMap::clear() {
  for (const int t : written_) map_.clear(t);
  written_.clear();
}

void TargetMap::average(std::span<const ProximityHit> hits, bool in_contact,
                        const SideMap& casting_map) {
  const std::size_t first = written_.size();
  for (const ProximityHit& hit : hits) {
    if ((hit.proximity > 0) != in_contact) continue;
    const int c = hit.casting_triangle, t = hit.target_triangle;
    const bool finished = map_.partner[t] >= 0 && weight_[t] == 0;
    if (finished) continue;
    if (map_.partner[t] < 0) {
      map_.partner[t] = c;
      written_.push_back(t);
    }
    const double area = casting_->areas()[c];
    weight_[t] += area;
    map_.proximity[t] += area * hit.proximity;
    map_.pressure[t] += area * casting_map.pressure[c];
    map_.potential_energy[t] += casting_map.potential_energy[c];
  }
  for (std::size_t i = first; i < written_.size(); ++i) {
    const int t = written_[i];
    map_.proximity[t] /= weight_[t];
    map_.pressure[t] /= weight_[t];
    weight_[t] = 0;
  }
}

void TargetMap::flood(const SideMap& casting_map, const Pose& X_CT) {
  for (std::size_t i = 0; i < written_.size(); ++i) {
    for (const int t : target_->neighbours()[written_[i]]) {
      if (t < 0 || map_.partner[t] >= 0) continue;
      const Eigen::Vector3d p_C = X_CT * target_->centroids()[t];
      const int c = nearest_hit(p_C, map_.partner[written_[i]], casting_map);
      if (!covers(c, t, p_C, casting_map, X_CT)) continue;
      map_.partner[t] = c;
      map_.proximity[t] = casting_map.proximity[c];
      map_.pressure[t] = casting_map.pressure[c];
      written_.push_back(t);
    }
  }
}

int TargetMap::nearest_hit(const Eigen::Vector3d& p_C, int start,
                           const SideMap& casting_map) const {
  const auto distance = [&](int c) {
    return (hit_point(*casting_, c, casting_map.proximity[c]) - p_C).squaredNorm();
  };
  int best = start;
  double best_distance = distance(best);
  for (bool moved = true; moved;) {
    moved = false;
    for (const int c : casting_->neighbours_of(best)) {
      if (c < 0 || casting_map.partner[c] < 0 || met_by(c, casting_map) < 0) continue;
      const double there = distance(c);
      if (there < best_distance) {
        best = c;
        best_distance = there;
        moved = true;
      }
    }
  }
  return best;
}

bool TargetMap::covers(int casting_triangle, int target_triangle, const Eigen::Vector3d& p_C,
                       const SideMap& casting_map, const Pose& X_CT) const {
  const int c = casting_triangle;
  const Eigen::Vector3d offset = p_C - hit_point(*casting_, c, casting_map.proximity[c]);
  if (offset.squaredNorm() > reach_[c] * reach_[c]) return false;
  const double depth = casting_->normals()[c].dot(casting_->centroids()[c] - p_C);
  if ((depth > 0) != (casting_map.proximity[c] > 0)) return false;
  const Eigen::Vector3d n_T = X_CT.linear().transpose() * casting_->normals()[c];
  const double facing = n_T.dot(target_->normals()[target_triangle]);
  const double facing_hit = n_T.dot(target_->normals()[met_by(c, casting_map)]);
  return facing * facing_hit > 0;
}

}  // namespace condyle
