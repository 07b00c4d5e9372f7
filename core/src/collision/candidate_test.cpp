#include "core/src/collision/candidate_test.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/src/collision/proximity_window.h"

namespace condyle {
namespace {

constexpr int k_lanes = 8;

/// Candidates are tested when this many wait, so that hardly any lane is empty.
constexpr std::size_t k_enough = 64;

/// Number of candidates for which there is room at first.
constexpr std::size_t k_room = 1024;

/// Has the processor fetch an object of at most two cache lines, which is needed only when enough
/// candidates wait.
template <class Object>
void fetch(const Object& object) {
  const auto* const bytes = reinterpret_cast<const char*>(&object);
  __builtin_prefetch(bytes);
  __builtin_prefetch(bytes + sizeof(Object) - 1);
}

}  // namespace

CandidateTest::CandidateTest(HitCollector found) : found_(std::move(found)) {
  met_.resize(k_room);
  candidates_.reserve(k_room);
  previous_.reserve(k_room);
  crossings_.reserve(k_room);
  heads_.reserve(k_room);
}

void CandidateTest::begin(const Pose& X_TC, const ProximityWindow& window, const SearchKernels& run,
                          std::span<const CastingRay> rays,
                          std::span<const geometry::TreeTriangle> triangles) {
  X_TC_ = X_TC;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) plain_.R[i][j] = X_TC.linear()(i, j);
    plain_.p[i] = X_TC.translation()[i];
  }
  window_ = window;
  run_ = &run;
  rays_ = rays;
  triangles_ = triangles;
}

MetRow* CandidateTest::room(std::size_t rows) {
  if (met_.size() < rows) met_.resize(2 * rows);
  return met_.data();
}

void CandidateTest::add(int first_ray, unsigned lanes, int count) {
  int last[geometry::k_bundle];
  std::fill_n(last, geometry::k_bundle, -1);
  unsigned rays = 0;
  for (int j = 0; j < count; ++j) {
    const unsigned met = met_[j].rays & lanes;
    rays |= met;
    fetch(triangles_[met_[j].triangle]);
    for (unsigned rest = met; rest != 0; rest &= rest - 1) {
      const int ray = std::countr_zero(rest);
      previous_.push_back(last[ray]);
      last[ray] = static_cast<int>(candidates_.size());
      candidates_.push_back({first_ray + ray, met_[j].triangle});
    }
  }
  for (; rays != 0; rays &= rays - 1) {
    const int ray = std::countr_zero(rays);
    fetch(rays_[first_ray + ray]);
    heads_.push_back({first_ray + ray, last[ray]});
  }
  if (candidates_.size() >= k_enough) flush();
}

HitCollector& CandidateTest::finish() {
  flush();
  return found_;
}

void CandidateTest::flush() {
  if (candidates_.empty()) return;
  cross_all();
  for (const Head& head : heads_) decide(head);
  candidates_.clear();
  previous_.clear();
  heads_.clear();
}

void CandidateTest::cross_all() {
  const std::size_t count = candidates_.size();
  candidates_.resize((count + k_lanes - 1) / k_lanes * k_lanes, candidates_.front());
  crossings_.resize(candidates_.size());
  Crossings eight;
  for (std::size_t first = 0; first < count; first += k_lanes) {
    run_->cross(rays_.data(), triangles_.data(), plain_, &candidates_[first], eight);
    for (int i = 0; i < k_lanes; ++i) {
      geometry::Crossing& crossing = crossings_[first + i];
      crossing.hit = (eight.hit >> i & 1) != 0;
      crossing.leaves = (eight.leaves >> i & 1) != 0;
      crossing.distance = eight.distance[i];
    }
    for (unsigned rest = eight.unsure; rest != 0; rest &= rest - 1)
      cross_with_care(static_cast<int>(first) + std::countr_zero(rest));
  }
}

void CandidateTest::cross_with_care(int candidate) {
  const CastingRay& ray = rays_[candidates_[candidate].ray];
  const auto& [a, b, c] = plain(triangles_[candidates_[candidate].triangle]).corners;
  const geometry::Ray inward =
      inward_ray(X_TC_, Eigen::Vector3d(ray.origin), Eigen::Vector3d(ray.normal));
  crossings_[candidate] = cross(sheared(inward), a, b, c);
}

void CandidateTest::decide(const Head& head) {
  // The opposite ray has the same distances with opposite sign.
  ProximityHit hit =
      decide_proximity(window_, [&](Heading heading, const geometry::DistanceRange& range) {
        const bool inward = heading == Heading::inward;
        geometry::RayHit nearest;
        for (int i = head.last; i >= 0; i = previous_[i]) {
          const geometry::Crossing& crossing = crossings_[i];
          const double d = inward ? crossing.distance : -crossing.distance;
          if (!crossing.hit || !(d >= range.lowest && d <= range.highest)) continue;
          const geometry::RayHit found{triangles_[candidates_[i].triangle].index, d,
                                       inward == crossing.leaves};
          if (comes_before(found, nearest)) nearest = found;
        }
        return nearest;
      });
  if (hit.target_triangle < 0) return;
  hit.casting_triangle = rays_[head.ray].index;
  found_.keep(hit);
}

}  // namespace condyle
