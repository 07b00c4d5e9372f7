#include "bench/reference_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/bench_error.h"
#include "bench/foundation.h"
#include "bench/grid_search.h"
#include "condyle/contact/contact_pair.h"
#include "core/src/collision/proximity_window.h"

namespace condyle::bench {
namespace {

constexpr std::size_t k_fully_tested_rays = 40;  // of all rays, and of rays in contact
constexpr double k_force_tolerance = 1e-11;      // sums of some 1e4 terms in another order

ProximityWindow window_of(const ContactSettings& settings) {
  return {settings.min_proximity, settings.max_proximity, settings.two_sided};
}

bool same(const ProximityHit& a, const ProximityHit& b) {
  return a.casting_triangle == b.casting_triangle && a.target_triangle == b.target_triangle &&
         a.proximity == b.proximity;
}

/// The stride through `count` items that leaves about k_fully_tested_rays.
std::size_t stride_through(std::size_t count) {
  return std::max<std::size_t>(1, count / k_fully_tested_rays);
}

/// Checks the grid's hits of some rays against every triangle of the target.
void check_grid(const PairCase& pair, const Pose& X_CT, const std::vector<ProximityHit>& hits) {
  const ContactSurface& casting = *pair.casting;
  std::vector<int> sample;
  for (std::size_t i = 0; i < hits.size(); i += stride_through(hits.size())) {
    sample.push_back(hits[i].casting_triangle);
  }
  const auto rays = static_cast<std::size_t>(casting.triangle_count());
  for (std::size_t i = 0; i < rays; i += stride_through(rays))
    sample.push_back(static_cast<int>(i));

  std::vector<ProximityHit> found;
  for (const int ray : sample) {
    const CastingRays one{casting.centroids().subspan(ray, 1), casting.normals().subspan(ray, 1)};
    find_by_brute_force(one, pair.target->mesh(), X_CT, window_of(pair.settings), found);
    for (ProximityHit& hit : found) hit.casting_triangle = ray;
    const auto expected = std::find_if(hits.begin(), hits.end(), [&](const ProximityHit& hit) {
      return hit.casting_triangle == ray;
    });
    const bool equal =
        expected == hits.end() ? found.empty() : found.size() == 1 && same(found[0], *expected);
    if (!equal)
      throw BenchError(fmt::format("{}: the reference differs on ray {}", pair.name, ray));
  }
}

void check_step(const PairCase& pair, std::size_t step, const GridSearch& grid,
                const ContactResult& result) {
  std::vector<ProximityHit> expected;
  const Pose& X_CT = pair.poses_CT[step];
  grid.find({pair.casting->centroids(), pair.casting->normals()}, X_CT, window_of(pair.settings),
            expected);
  check_grid(pair, X_CT, expected);
  if (!std::equal(expected.begin(), expected.end(), result.hits.begin(), result.hits.end(), same)) {
    throw BenchError(fmt::format("{}, step {}: {} hits, or not the same as the {} of brute force",
                                 pair.name, step, result.hits.size(), expected.size()));
  }
  const FoundationForce sum = foundation_force(pair, expected);
  const double error = (sum.force - result.total.contact_force).norm();
  if (!(error <= k_force_tolerance * sum.push)) {
    throw BenchError(fmt::format("{}, step {}: a force of {} N, brute force gives {} N", pair.name,
                                 step, result.total.contact_force.norm(), sum.force.norm()));
  }
}

}  // namespace

void check_against_brute_force(const PairCase& pair, int samples) {
  constexpr std::size_t k_steps_before = 3;
  const GridSearch grid(pair.target->mesh());
  ContactPair ours(pair.casting, pair.target, pair.settings);
  const std::size_t steps = pair.poses_CT.size();
  for (int i = 1; i <= samples; ++i) {
    const std::size_t step = (steps - 1) * static_cast<std::size_t>(i) / samples;
    for (std::size_t s = step > k_steps_before ? step - k_steps_before : 0; s < step; ++s) {
      ours.evaluate(pair.poses_CT[s]);
    }
    check_step(pair, step, grid, ours.evaluate(pair.poses_CT[step]));
  }
}

}  // namespace condyle::bench
