#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "condyle/collision/proximity_window.h"

namespace condyle {

/// Collects hits in any order and returns them by ascending casting triangle. One slot per casting
/// triangle; two levels of bits mark the slots in use.
class HitCollector {
 public:
  explicit HitCollector(std::size_t casting_triangles)
      : hits_(casting_triangles),
        bits_((casting_triangles + 63) / 64, 0),
        words_((bits_.size() + 63) / 64, 0) {}

  void keep(const ProximityHit& hit) {
    const int triangle = hit.casting_triangle, word = triangle / 64;
    hits_[triangle] = hit;
    bits_[word] |= std::uint64_t{1} << (triangle % 64);
    words_[word / 64] |= std::uint64_t{1} << (word % 64);
  }

  /// Appends all hits to `hits` and forgets them.
  void give(std::vector<ProximityHit>& hits) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t words = words_[i]; words != 0; words &= words - 1) {
        const std::size_t word = i * 64 + std::countr_zero(words);
        for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
          hits.push_back(hits_[word * 64 + std::countr_zero(bits)]);
        }
        bits_[word] = 0;
      }
      words_[i] = 0;
    }
  }

 private:
  std::vector<ProximityHit> hits_;    ///< per casting triangle
  std::vector<std::uint64_t> bits_;   ///< one bit per element of hits_: it holds a hit
  std::vector<std::uint64_t> words_;  ///< one bit per element of bits_: it is not zero
};

}  // namespace condyle
