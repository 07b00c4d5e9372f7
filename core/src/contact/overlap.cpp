#include "core/src/contact/overlap.h"

#include <algorithm>

#include "condyle/contact/contact_pair.h"
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

std::vector<ProximityHit> hits_of(const PlacedPair& pair, double min_proximity,
                                  double max_proximity, bool two_sided) {
  ContactSettings settings;
  settings.two_sided = two_sided;
  settings.min_proximity = min_proximity;
  settings.max_proximity = max_proximity;
  ContactPair search(for_search(pair.casting), for_search(pair.target), settings);
  const std::span<const ProximityHit> hits = search.evaluator().find_hits(pair.X_CT);
  return {hits.begin(), hits.end()};
}

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

}  // namespace condyle
