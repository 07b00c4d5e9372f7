#pragma once

#include <span>
#include <vector>

#include "core/src/collision/hit_collector.h"
#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/search_step.h"

namespace condyle {

/// The exact test of rays and triangles that may meet, in double, eight at a time and across
/// bundles. Its hits equal those of brute force to the bit. One call of add() must bring all
/// candidates of its rays. Between two uses it keeps nothing but memory, so a thread needs only
/// one.
class CandidateTest {
 public:
  CandidateTest();

  /// Collects hits in `found` until finish().
  void begin(const Pose& X_TC, const ProximityWindow& window, const SearchKernels& run,
             std::span<const CastingRay> rays, std::span<const geometry::TreeTriangle> triangles,
             HitCollector& found);

  /// Room for the rows that a bundle's rays may meet, out of a list of `rows` rows.
  MetRow* room(int rows);

  /// Adds the first `count` of the rows in room() as candidates of the rays from `first_ray` on
  /// whose bit is set in `lanes`.
  void add(int first_ray, unsigned lanes, int count);

  /// Tests the candidates that still wait.
  void finish() { flush(); }

 private:
  /// A ray and its last candidate.
  struct Head {
    int ray, last;
  };

  void make_room(std::size_t candidates);
  void flush();
  void cross_all();
  void cross_with_care(int candidate);
  void decide(const Head& head);
  ProximityHit decide_by_chain(int last) const;

  Pose X_TC_ = Pose::Identity();
  PlainPose plain_ = {};
  ProximityWindow window_;
  const SearchKernels* run_ = nullptr;
  std::span<const CastingRay> rays_;
  std::span<const geometry::TreeTriangle> triangles_;
  HitCollector* found_ = nullptr;

  std::vector<MetRow> met_;
  // Buffers. The first `waiting_` candidates and the first `rays_waiting_` heads are in use.
  std::vector<Candidate> candidates_;
  std::vector<int> previous_;         ///< per candidate: the previous candidate of its ray, or -1
  std::vector<Crossings> crossings_;  ///< per eight candidates
  std::vector<Head> heads_;
  int waiting_ = 0, rays_waiting_ = 0;
};

}  // namespace condyle
