#pragma once

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
  for (std::size_t i = 0; i < hits.size(); ++i) {
    REQUIRE(hits[i].casting_triangle == expected[i].casting_triangle);
    REQUIRE(hits[i].target_triangle == expected[i].target_triangle);
    REQUIRE(hits[i].proximity == expected[i].proximity);
  }
}

}  // namespace condyle::test
