#pragma once

#include <span>
#include <vector>

class btRigidBody;
class btUnionFind;

namespace condyle {
struct SessionPair;
struct SessionStrand;
}  // namespace condyle

namespace condyle::bullet {

/// Two bodies that must be in one island, and what brings them together, if the link is the one to
/// bring it to the solver. Static and kinematic bodies are in no island.
struct IslandLink {
  btRigidBody *a, *b;
  SessionPair* pair = nullptr;
  SessionStrand* strand = nullptr;
};

/// The links of a substep. Bullet's constraints could tie bodies too, but Bullet looks through all
/// of them for each island.
class IslandLinks {
 public:
  void clear() { links_.clear(); }
  /// Their order is that in which an island gets them.
  void add(const IslandLink& link) { links_.push_back({link}); }

  /// Unites the islands of linked bodies. Call when these have the numbers of their elements.
  void unite(btUnionFind& islands) const;

  /// Sorts the links by islands. Call when bodies have the numbers of their islands, or, unless
  /// the world `splits` into islands, as the links of a single one.
  void sort(bool splits);

  struct InIsland {
    IslandLink link;
    int island = -1, place = 0;  ///< place in the order of all links
  };
  std::span<const InIsland> of(int island) const;

 private:
  std::vector<InIsland> links_;
  bool splits_ = true;
};

}  // namespace condyle::bullet
