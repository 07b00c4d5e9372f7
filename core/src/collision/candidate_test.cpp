#include "core/src/collision/candidate_test.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/src/collision/proximity_window.h"
#include "core/src/simd/compiler.h"

namespace condyle {
namespace {

constexpr int k_lanes = 8;

/// Candidates are tested when this many wait, so that hardly any lane is empty.
constexpr int k_enough = 64;

/// Number of candidates for which there is room at first.
constexpr std::size_t k_room = 1024;

/// Prefetches an object of at most two cache lines. It is needed only later, when enough candidates
/// wait.
template <class Object>
void fetch(const Object& object) {
  const auto* const bytes = reinterpret_cast<const char*>(&object);
  prefetch(bytes);
  prefetch(bytes + sizeof(Object) - 1);
}

}  // namespace

CandidateTest::CandidateTest() {
  met_.resize(k_room);
  make_room(k_room);
}

/// Makes room for this many candidates, rounded up to a multiple of eight.
void CandidateTest::make_room(std::size_t candidates) {
  const std::size_t eights = (candidates + k_lanes - 1) / k_lanes;
  candidates_.resize(k_lanes * eights);
  previous_.resize(k_lanes * eights);
  heads_.resize(k_lanes * eights);
  crossings_.resize(eights);
}

void CandidateTest::begin(const Pose& X_TC, const ProximityWindow& window, const SearchKernels& run,
                          std::span<const CastingRay> rays,
                          std::span<const geometry::TreeTriangle> triangles, HitCollector& found) {
  X_TC_ = X_TC;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) plain_.R[i][j] = X_TC.linear()(i, j);
    plain_.p[i] = X_TC.translation()[i];
  }
  window_ = window;
  run_ = &run;
  rays_ = rays;
  triangles_ = triangles;
  found_ = &found;
}

MetRow* CandidateTest::room(int rows) {
  if (std::ssize(met_) < rows) met_.resize(2 * rows);
  return met_.data();
}

void CandidateTest::add(int first_ray, unsigned lanes, int count) {
  const auto most = static_cast<std::size_t>(waiting_ + geometry::k_bundle * count);
  if (most > candidates_.size()) make_room(2 * most);
  int last[geometry::k_bundle];
  std::fill_n(last, geometry::k_bundle, -1);
  unsigned rays = 0;
  int next = waiting_;
  for (const MetRow *row = met_.data(), *end = row + count; row != end; ++row) {
    const unsigned met = row->rays & lanes;
    rays |= met;
    fetch(triangles_[row->triangle]);
    for (unsigned rest = met; rest != 0; rest &= rest - 1) {
      const int ray = std::countr_zero(rest);
      candidates_[next] = {first_ray + ray, row->triangle};
      previous_[next] = last[ray];
      last[ray] = next++;
    }
  }
  waiting_ = next;
  for (; rays != 0; rays &= rays - 1) {
    const int ray = std::countr_zero(rays);
    fetch(rays_[first_ray + ray]);
    heads_[rays_waiting_++] = {first_ray + ray, last[ray]};
  }
  if (waiting_ >= k_enough) flush();
}

void CandidateTest::flush() {
  if (waiting_ == 0) return;
  cross_all();
  for (int i = 0; i < rays_waiting_; ++i) decide(heads_[i]);
  waiting_ = rays_waiting_ = 0;
}

void CandidateTest::cross_all() {
  for (int filled = waiting_; filled % k_lanes != 0; ++filled) candidates_[filled] = candidates_[0];
  for (int first = 0; first < waiting_; first += k_lanes) {
    Crossings& eight = crossings_[first / k_lanes];
    run_->cross(rays_.data(), triangles_.data(), plain_, window_, &candidates_[first], eight);
    for (unsigned rest = eight.unsure; rest != 0; rest &= rest - 1)
      cross_with_care(first + std::countr_zero(rest));
  }
}

void CandidateTest::cross_with_care(int candidate) {
  const CastingRay& ray = rays_[candidates_[candidate].ray];
  const auto& [a, b, c] = plain(triangles_[candidates_[candidate].triangle]).corners;
  const geometry::Ray inward =
      inward_ray(X_TC_, Eigen::Vector3d(ray.origin), Eigen::Vector3d(ray.normal));
  const geometry::Crossing crossing = cross(sheared(inward), a, b, c);
  const auto at = static_cast<unsigned>(candidate);
  Crossings& eight = crossings_[at / k_lanes];
  const auto set = [lane = at % k_lanes](unsigned& bits, bool is_set) {
    bits = (bits & ~(1u << lane)) | static_cast<unsigned>(is_set) << lane;
  };
  set(eight.hit, crossing.hit);
  set(eight.leaves, crossing.leaves);
  set(eight.counts, crossing.hit && counts_alone(window_, crossing.distance, crossing.leaves));
  eight.distance[at % k_lanes] = crossing.distance;
}

/// Takes a shortcut for a single candidate: most rays have no more.
void CandidateTest::decide(const Head& head) {
  const auto at = static_cast<unsigned>(head.last);
  ProximityHit hit;
  if (previous_[at] < 0) {
    const Crossings& eight = crossings_[at / k_lanes];
    if ((eight.counts >> at % k_lanes & 1) == 0) return;
    hit.target_triangle = triangles_[candidates_[at].triangle].index;
    hit.proximity = 0.0 + eight.distance[at % k_lanes];  // not -0
  } else {
    hit = decide_by_chain(head.last);
    if (hit.target_triangle < 0) return;
  }
  hit.casting_triangle = rays_[head.ray].index;
  found_->keep(hit);
}

ProximityHit CandidateTest::decide_by_chain(int last) const {
  // The opposite ray has the same distances with opposite sign.
  return decide_proximity(window_, [&](Heading heading, const geometry::DistanceRange& range) {
    const bool inward = heading == Heading::inward;
    geometry::RayHit nearest;
    for (int i = last; i >= 0; i = previous_[i]) {
      const auto at = static_cast<unsigned>(i);
      const Crossings& eight = crossings_[at / k_lanes];
      const bool is_hit = (eight.hit >> at % k_lanes & 1) != 0,
                 leaves = (eight.leaves >> at % k_lanes & 1) != 0;
      const double along = eight.distance[at % k_lanes], d = inward ? along : -along;
      if (!is_hit || !(d >= range.lowest && d <= range.highest)) continue;
      const geometry::RayHit found{triangles_[candidates_[at].triangle].index, d, inward == leaves};
      if (comes_before(found, nearest)) nearest = found;
    }
    return nearest;
  });
}

}  // namespace condyle
