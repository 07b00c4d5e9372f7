#pragma once

#include <vector>

#include "condyle/solver/island.h"

namespace condyle {

// Contact gives no more energy than it was given: each pair keeps an account of it.

/// Whether what the pair's forces give can be told by the pressures alone, and is to be bounded: a
/// law of the user's may well drive, and forces along the casting normal are not of an energy.
bool is_bounded(const PairStep& pair);

/// At the start of a sub-step. Of pairs that have been put where they stand: what the bed stores
/// there is its to give. Of pairs that came together what they store, for the ledger.
void open_accounts(Island& island);

/// At the end of a sub-step of `h` [s]. The numbers dissipate: what that has cost the bodies they
/// may have back, as far as the bed could store it. Triangles that roll out of contact and into it
/// change what coarse ones store, by up to all of it or by what the bodies' loads alone store.
/// `is_driven`: by joints or strands, which have energy of their own to give.
void settle_account(const Island& island, std::size_t pair, bool is_driven, double h);

/// Weakens pairs that give more than they have.
class PairStrengths {
 public:
  void begin(const Island& island) { strengths_.assign(island.pairs.size(), {}); }

  /// After passes over a sub-step of `h` [s], and whether they have found no balance: one step of a
  /// bisection for the greatest strength at which each pair has enough, or its end: the greatest
  /// found. Returns whether anything is to be solved anew.
  bool weaken(Island& island, bool is_far, double h, bool is_last);

 private:
  /// Of a pair, as part of what its law says: a bracket of the greatest at which it gives no more
  /// energy than it has.
  struct Strength {
    double now = 1, enough = 0, too_much = 1;
  };
  std::vector<Strength> strengths_;  ///< parallel to the island's pairs
};

}  // namespace condyle
