#include "findings/contact_start.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/contact/contact_pair.h"
#include "condyle/scene/scene_build.h"
#include "core/src/contact/contact_evaluator.h"

namespace condyle {
namespace {

/// Overlaps are searched for up to this multiple of the window.
constexpr double k_far_windows = 10;
/// Points nearer than this fraction of the meshes' size are the same.
constexpr double k_same_point = 1e-6;

double extent(const TriangleMesh& mesh) { return bounding_box(mesh).sizes().maxCoeff(); }

/// The surface with a layer that the springs law accepts. The layer does not affect where rays meet
/// the target.
std::shared_ptr<const ContactSurface> for_search(
    const std::shared_ptr<const ContactSurface>& surface) {
  if (surface->layer(0).use == LayerUse::any) return surface;
  return std::make_shared<const ContactSurface>(with_layer(*surface, {1e6, 0.3, 1e-3}));
}

/// Hits with proximities between the two limits. two_sided: whichever way the target faces.
std::vector<ProximityHit> hits_of(const PlacedPair& pair, double min_proximity,
                                  double max_proximity, bool two_sided = false) {
  ContactSettings settings;
  settings.two_sided = two_sided;
  settings.min_proximity = min_proximity;
  settings.max_proximity = max_proximity;
  ContactPair search(for_search(pair.casting), for_search(pair.target), settings);
  const std::span<const ProximityHit> hits = search.evaluator().find_hits(pair.X_CT);
  return {hits.begin(), hits.end()};
}

double search_range(const PlacedPair& pair, double max_proximity) {
  return std::clamp(largest_extent(pair), max_proximity, k_far_windows * max_proximity);
}

Overlap measured(std::span<const ProximityHit> hits, double max_proximity) {
  Overlap overlap;
  for (const ProximityHit& hit : hits) {
    const bool is_within = hit.proximity <= max_proximity;
    double& depth = is_within ? overlap.depth : overlap.far_depth;
    depth = std::max(depth, hit.proximity);
    ++(is_within ? overlap.within : overlap.beyond);
  }
  return overlap;
}

}  // namespace

Overlap overlap_of(const PlacedPair& pair, double max_proximity) {
  return measured(hits_of(pair, 0, search_range(pair, max_proximity)), max_proximity);
}

Overlap overlap_inside(const PlacedPair& pair, double max_proximity) {
  const double far = search_range(pair, max_proximity);
  // Rays start on their own triangle, which does not count.
  const double least = k_same_point * largest_extent(pair);
  const PlacedPair with_itself{pair.casting, pair.casting};
  std::vector<double> thickness(pair.casting->centroids().size(), far);
  for (const ProximityHit& hit : hits_of(with_itself, least, far, true))
    thickness[hit.casting_triangle] = hit.proximity;
  std::vector<ProximityHit> hits = hits_of(pair, 0, far);
  std::erase_if(hits, [&](const ProximityHit& hit) {
    return hit.proximity > thickness[hit.casting_triangle];
  });
  return measured(hits, max_proximity);
}

double largest_extent(const PlacedPair& pair) {
  return std::max(extent(pair.casting->mesh()), extent(pair.target->mesh()));
}

double box_distance(const PlacedPair& pair) {
  const Eigen::AlignedBox3d casting = bounding_box(pair.casting->mesh());
  const Eigen::AlignedBox3d target = bounding_box(transformed(pair.target->mesh(), pair.X_CT));
  return casting.exteriorDistance(target);
}

double gap_of(const PlacedPair& pair) {
  // The upper end of the window, which must be above 0; a smaller gap counts as touching [m].
  constexpr double k_touch = 1e-9;
  const double apart = has_endless_side(pair) ? 0 : box_distance(pair);
  const double size = largest_extent(pair);
  // Most gaps are small, and short rays are fast to trace.
  for (double part = 1.0 / 64; part <= 1; part *= 4) {
    double gap = std::numeric_limits<double>::infinity();
    for (const ProximityHit& hit : hits_of(pair, -(apart + part * size), k_touch)) {
      if (hit.proximity < 0) gap = std::min(gap, -hit.proximity);
    }
    if (std::isfinite(gap)) return gap < k_touch ? 0 : gap;
  }
  return apart;
}

bool has_endless_side(const PlacedPair& pair) {
  const auto is_endless_shape = [](const ContactSurface& surface) {
    return surface.shape() != nullptr && scene::is_endless(*surface.shape());
  };
  return is_endless_shape(*pair.casting) || is_endless_shape(*pair.target);
}

}  // namespace condyle
