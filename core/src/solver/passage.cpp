#include "core/src/solver/passage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/geometry/triangle_tree.h"
#include "core/src/solver/pair_path.h"
#include "core/src/solver/pair_step.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Distance from a point to the mesh along the six axes, or 0 if it is not inside.
double clearance(const geometry::TriangleTree& tree, const Vector3d& point) {
  double least = INFINITY;
  for (int k = 0; k < 6; ++k) {
    const Vector3d along = (k < 3 ? 1 : -1) * Vector3d::Unit(k % 3);
    const geometry::RayHit hit = tree.nearest({point, along}, INFINITY);
    if (hit.triangle < 0 || !hit.leaves) return 0;
    least = std::min(least, hit.distance);
  }
  return least;
}

/// Where a segment enters a surface from outside.
std::optional<SurfaceEntry> entry_into(const ContactSurface& surface, const Vector3d& from,
                                       const Vector3d& to) {
  const double length = (to - from).norm();
  if (!(length > 0)) return {};
  const Vector3d along = (to - from) / length;
  if (const geometry::Shape* const shape = surface.shape()) {
    const auto crossing = geometry::first_ray_crossing(*shape, from, along);
    if (!crossing || crossing->leaves || crossing->distance > length) return {};
    const Vector3d p = from + crossing->distance * along;
    return SurfaceEntry{p, geometry::normal_at(*shape, p)};
  }
  const geometry::RayHit hit = surface.tree().nearest({from, along}, length);
  if (hit.triangle < 0 || hit.leaves) return {};
  const auto& [a, b, c] = surface.mesh().triangles[hit.triangle];
  const std::vector<Vector3d>& v = surface.mesh().vertices;
  return SurfaceEntry{from + hit.distance * along, (v[b] - v[a]).cross(v[c] - v[a]).normalized()};
}

bool pass_by(const Eigen::AlignedBox3d& box, const Vector3d& from, const Vector3d& to) {
  if (box.isEmpty()) return false;  // a surface without end
  return ((from.array() < box.min().array() && to.array() < box.min().array()) ||
          (from.array() > box.max().array() && to.array() > box.max().array()))
      .any();
}

/// Follows the middle of a body, which moves as `motion`, through the surface of another.
double come_through(const Vector3d& middle, const EvenMotion& motion, const PairSide& side,
                    const ContactSurface& surface, const EvenMotion& other, double duration,
                    double layers, std::optional<SurfaceEntry>& entry) {
  // Between two places on a path that turns, the body is taken to move straight on.
  constexpr double k_turn = 0.2, k_most_parts = 64;
  const double turn = duration * (motion.velocity.angular.norm() + other.velocity.angular.norm());
  const int parts = static_cast<int>(std::clamp(std::ceil(turn / k_turn), 1.0, k_most_parts));
  const auto place = [&](int i) -> Vector3d {
    const double time = duration * i / parts;
    return inverse_of(other.pose(time)) * Vector3d(motion.pose(time) * middle);
  };
  Vector3d from = place(0);
  for (int i = 1; i <= parts; ++i) {
    const Vector3d to = place(i);
    if (!entry && !pass_by(side.box_S, from, to)) entry = entry_into(surface, from, to);
    from = to;
    if (!entry) continue;
    const double depth = entry->normal.dot(entry->p - to);
    if (depth < 0) entry.reset();
    if (depth <= layers) continue;
    entry.reset();
    return depth;
  }
  return 0;
}

}  // namespace

std::optional<Vector3d> middle_of(const ContactSurface& surface) {
  constexpr int k_tried = 16;
  const TriangleMesh& mesh = surface.mesh();
  const int count = static_cast<int>(mesh.triangles.size());
  if (count == 0 || surface.is_deformable()) return {};
  Eigen::AlignedBox3d box;
  for (const Vector3d& vertex : mesh.vertices) box.extend(vertex);
  const geometry::TriangleTree& tree = surface.tree();
  Vector3d best = box.center();
  double most = clearance(tree, best);
  if (most > 0) return best;
  // The middle of a ring is not in it: halfway from a triangle to what is behind it.
  for (int i = 0; i < std::min(k_tried, count); ++i) {
    const auto& [a, b, c] = mesh.triangles[static_cast<std::size_t>(i) * count / k_tried % count];
    const Vector3d p0 = mesh.vertices[a], p1 = mesh.vertices[b], p2 = mesh.vertices[c];
    const Vector3d inward = -(p1 - p0).cross(p2 - p0).normalized(), start = (p0 + p1 + p2) / 3;
    const geometry::RayHit hit = tree.nearest({start, inward}, INFINITY);
    if (hit.triangle < 0 || !hit.leaves) continue;
    const Vector3d p = start + 0.5 * hit.distance * inward;
    if (const double clear = clearance(tree, p); clear > most) {
      most = clear;
      best = p;
    }
  }
  return most > 0 ? std::optional(best) : std::nullopt;
}

void follow_middles(PairStep& pair, const PairPath& path) {
  const double most = layers(pair);
  const ContactSurface &casting = pair.pair.casting(), &target = pair.pair.target();
  PairAccount& account = pair.account_now;
  double through = 0;
  if (pair.casting_middle && !target.is_deformable())
    through = come_through(*pair.casting_middle, path.casting, pair.target_side, target,
                           path.target, path.duration, most, account.casting_entry);
  if (pair.target_middle && !casting.is_deformable())
    through =
        std::max(through, come_through(*pair.target_middle, path.target, pair.casting_side, casting,
                                       path.casting, path.duration, most, account.target_entry));
  pair.came_through = std::max(pair.came_through, through);
}

}  // namespace condyle
