#pragma once

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/collision/random_geometry.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/collision/proximity_window.h"

namespace condyle::test {

/// Two meshes with the data of a search between them.
class SearchPair {
 public:
  SearchPair(TriangleMesh casting, TriangleMesh target)
      : target_(std::move(target)), rays_(casting), target_tree_(target_), search_(fresh()) {}
  SearchPair(const SearchPair&) = delete;  // the search refers to other members

  /// Each search from the second on is shared, however small.
  void set_look_ahead(bool looks_ahead) { search_.set_look_ahead(looks_ahead); }
  void set_threads(int threads) { search_.set_threads(threads, 0); }

  /// Finds hits with the search that all earlier calls used, so that its memory of them takes part.
  const std::vector<ProximityHit>& find(const Pose& X_CT, const ProximityWindow& window) {
    search_.find(X_CT, window, hits_);
    return hits_;
  }
  /// Finds hits with a new search, without memory of earlier calls.
  std::vector<ProximityHit> find_cold(const Pose& X_CT, const ProximityWindow& window) const {
    std::vector<ProximityHit> hits;
    fresh().find(X_CT, window, hits);
    return hits;
  }
  std::vector<ProximityHit> find_by_brute_force(const Pose& X_CT,
                                                const ProximityWindow& window) const {
    std::vector<ProximityHit> hits;
    condyle::find_by_brute_force({rays_.origins, rays_.normals}, target_, X_CT, window, hits);
    return hits;
  }

 private:
  ProximitySearch fresh() const {
    return ProximitySearch({rays_.origins, rays_.normals}, target_tree_);
  }

  TriangleMesh target_;
  RaysOfMesh rays_;
  geometry::TriangleTree target_tree_;
  ProximitySearch search_;
  std::vector<ProximityHit> hits_;
};

/// Requires the same triangles and the same proximities, to the bit.
inline void require_same(const std::vector<ProximityHit>& hits,
                         const std::vector<ProximityHit>& expected) {
  REQUIRE(hits.size() == expected.size());
  const auto is_same = [](const ProximityHit& a, const ProximityHit& b) {
    return a.casting_triangle == b.casting_triangle && a.target_triangle == b.target_triangle &&
           a.proximity == b.proximity;
  };
  // Millions of hits are compared, so only those that differ are compared by assertions.
  const auto [hit, other] = std::mismatch(hits.begin(), hits.end(), expected.begin(), is_same);
  if (hit == hits.end()) return;
  CAPTURE(hit - hits.begin());
  REQUIRE(hit->casting_triangle == other->casting_triangle);
  REQUIRE(hit->target_triangle == other->target_triangle);
  REQUIRE(hit->proximity == other->proximity);
}

}  // namespace condyle::test
