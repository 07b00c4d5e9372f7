#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/proximity_hit.h"

namespace condyle {

/// Collects hits in any order and returns them by ascending casting triangle. One slot per casting
/// triangle; two levels of bits mark the slots in use.
class HitCollector {
 public:
  explicit HitCollector(std::size_t casting_triangles)
      : bits_((casting_triangles + 63) / 64, 0), words_((bits_.size() + 63) / 64, 0) {}

  /// Uses these slots, one per casting triangle, until give(). They need not outlast that. Two
  /// threads, each with a collector of its own, may share them to keep hits of different triangles.
  void begin(std::span<ProximityHit> slots) { hits_ = slots; }

  void keep(const ProximityHit& hit) {
    const auto triangle = static_cast<unsigned>(hit.casting_triangle), word = triangle / 64;
    hits_[triangle] = hit;
    bits_[word] |= std::uint64_t{1} << (triangle % 64);
    words_[word / 64] |= std::uint64_t{1} << (word % 64);
  }

  /// Takes over the hits of a collector that shares the slots.
  void take(HitCollector& other) {
    other.for_each_word([&](std::size_t word) {
      words_[word / 64] |= std::uint64_t{1} << (word % 64);
      bits_[word] |= other.bits_[word];
    });
    other.forget();
  }

  /// Appends all hits to `hits` and forgets them. If `hits` must grow, it gets twice the room that
  /// it needs, so that a few more hits in the next steps allocate nothing.
  void give(std::vector<ProximityHit>& hits) {
    std::size_t all = hits.size();
    for_each_word(
        [&](std::size_t word) { all += static_cast<unsigned>(std::popcount(bits_[word])); });
    if (all > hits.capacity()) hits.reserve(2 * all);
    for_each_word([&](std::size_t word) {
      for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1)
        hits.push_back(hits_[word * 64 + lowest(bits)]);
    });
    forget();
  }

 private:
  /// Calls use(i) for each i for which bits_[i] is not zero, ascending.
  template <class Use>
  void for_each_word(const Use& use) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t words = words_[i]; words != 0; words &= words - 1)
        use(i * 64 + lowest(words));
  }

  /// The place of the lowest bit that is set.
  static std::size_t lowest(std::uint64_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }

  void forget() {
    for_each_word([&](std::size_t word) { bits_[word] = 0; });
    std::fill(words_.begin(), words_.end(), 0);
  }

  std::span<ProximityHit> hits_;      ///< per casting triangle
  std::vector<std::uint64_t> bits_;   ///< which slots are in use
  std::vector<std::uint64_t> words_;  ///< which words of bits_ are not zero
};

}  // namespace condyle
