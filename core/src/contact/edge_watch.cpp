#include "core/src/contact/edge_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "condyle/contact/contact_result.h"
#include "core/src/base/edge_distance.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/range_fault.h"

namespace condyle {
namespace {

constexpr double k_in_mm = 1e3;

auto key_of(double first, double second, const Eigen::Vector3d& at) {
  return std::tuple(first, second, at.x(), at.y(), at.z());
}

/// Where the ray of a hit meets the target, in the target's mesh frame [m].
Eigen::Vector3d point_on_target(const ContactPair& pair, const ProximityHit& hit) {
  const int e = hit.casting_triangle;
  const ContactSurface& casting = pair.casting();
  return inverse_of(pair.pose()) * (casting.centroids()[e] - hit.proximity * casting.normals()[e]);
}

/// Whether a point is within `length` of an open side of the triangle, or of one that is connected
/// to it over at most `steps` sides.
bool is_near_open_side(const ContactSurface& surface, int triangle, const Eigen::Vector3d& p,
                       double length, int steps, int from = -1) {
  const TriangleMesh& mesh = surface.mesh();
  for (std::size_t k = 0; k < 3; ++k) {
    const int next = surface.neighbours()[triangle][k];
    if (next >= 0) {
      if (steps > 0 && next != from &&
          is_near_open_side(surface, next, p, length, steps - 1, triangle))
        return true;
      continue;
    }
    const auto& corners = mesh.triangles[triangle];
    if (edge_distance(p, mesh.vertices[corners[k]], mesh.vertices[corners[(k + 1) % 3]]) < length)
      return true;
  }
  return false;
}

/// Whether the ray of a casting element of this area meets the target closer to an open edge than
/// the element is long, so that its neighbour may miss.
bool meets_near_open_edge(const ContactPair& pair, const ProximityHit& hit) {
  const ContactSurface &casting = pair.casting(), &target = pair.target();
  const double area = casting.areas()[hit.casting_triangle];
  const double steps = std::ceil(std::sqrt(area / target.areas()[hit.target_triangle]));
  const int furthest = static_cast<int>(std::clamp(steps, 1.0, double{OpenBorder::k_furthest}));
  return pair.evaluator().target_border().steps(hit.target_triangle) <= furthest &&
         is_near_open_side(target, hit.target_triangle, point_on_target(pair, hit),
                           std::sqrt(2 * area), furthest);
}

}  // namespace

EdgeWatch::Open EdgeWatch::open_of(const ContactPair& pair, const WatchedMeshes& names) {
  const OpenBorder &casting_border = pair.evaluator().casting_border(),
                   &target_border = pair.evaluator().target_border();
  const bool sees_casting = names.casting && !casting_border.is_empty(),
             sees_target = names.target && !target_border.is_empty();
  Open open{.contact_area = pair.result().total.contact_area};
  if (!sees_casting && !sees_target) return open;
  const ProximityHit* deepest = nullptr;
  for (const ProximityHit& hit : pair.result().hits) {
    if (!(hit.proximity > 0)) continue;
    const bool is_beside =
        (sees_casting && casting_border.steps(hit.casting_triangle) == 0) ||
        (sees_target && target_border.steps(hit.target_triangle) <= OpenBorder::k_furthest &&
         meets_near_open_edge(pair, hit));
    if (!is_beside) continue;
    open.area += pair.share() * pair.casting().areas()[hit.casting_triangle];
    if (deepest == nullptr || hit.proximity > deepest->proximity) deepest = &hit;
  }
  if (deepest == nullptr) return open;
  const bool is_casting = sees_casting && casting_border.steps(deepest->casting_triangle) == 0;
  open.at = is_casting ? pair.casting().centroids()[deepest->casting_triangle]
                       : point_on_target(pair, *deepest);
  open.mesh = is_casting ? *names.casting : *names.target;
  return open;
}

bool EdgeWatch::take(const Open& open) {
  if (!(key_of(open.area, open.contact_area, open.at) >
        key_of(open_.area, open_.contact_area, open_.at)) ||
      !(open.area > 0))
    return false;
  open_ = open;
  return true;
}

bool EdgeWatch::take(const RigidRims::Reached& rim) {
  if (!(key_of(rim.pressure, 0, rim.at) > key_of(rim_.pressure, 0, rim_.at)) || !(rim.pressure > 0))
    return false;
  rim_ = rim;
  return true;
}

bool EdgeWatch::observe(const ContactPair& pair, const WatchedMeshes& names) {
  if (pair.result().total.n_contacting == 0) return false;
  bool is_worst = take(open_of(pair, names));
  if (const RigidRims* rims = pair.evaluator().rigid_rims())
    is_worst |= take(rims->reached(pair.casting(), pair.target(), pair.pose(), pair.result()));
  return is_worst;
}

bool EdgeWatch::add(const EdgeWatch& other) {
  const bool is_worst = take(other.open_);
  return take(other.rim_) || is_worst;
}

void EdgeWatch::add_faults(std::vector<RangeFault>& faults) const {
  if (is_at_open_edge()) {
    const auto& [area, contact_area, at, mesh] = open_;
    faults.push_back(
        {"at_open_edge",
         fmt::format(
             "the contact reaches an open edge of mesh '{}' at ({:.4g}, {:.4g}, {:.4g}) mm of "
             "that mesh, with {:.3g} of its {:.3g} mm^2 beside such edges; beyond them no "
             "pressure is counted: close the hole, or let the surface reach further",
             mesh, k_in_mm * at.x(), k_in_mm * at.y(), k_in_mm * at.z(), 1e6 * area,
             1e6 * contact_area),
         {{"area [m^2]", area},
          {"contact_area [m^2]", contact_area},
          {"x [m]", at.x()},
          {"y [m]", at.y()},
          {"z [m]", at.z()}}});
  }
  if (is_at_rigid_rim()) {
    const auto& [pressure, at] = rim_;
    faults.push_back(
        {"at_rigid_rim",
         fmt::format("the contact reaches a sharp edge of its rigid side, at ({:.4g}, {:.4g}, "
                     "{:.4g}) mm of the casting mesh, under which the peak pressure, {:.3g} MPa "
                     "there, depends on the mesh; round the edge, or read forces and means only",
                     k_in_mm * at.x(), k_in_mm * at.y(), k_in_mm * at.z(), 1e-6 * pressure),
         {{"pressure [Pa]", pressure}, {"x [m]", at.x()}, {"y [m]", at.y()}, {"z [m]", at.z()}}});
  }
}

}  // namespace condyle
