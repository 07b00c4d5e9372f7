#include "plugin/bullet/src/island_links.h"

#include <BulletCollision/CollisionDispatch/btUnionFind.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <utility>

namespace condyle::bullet {
namespace {

/// As in Bullet's own islands; -1 if both bodies are static or kinematic.
int island_of(const IslandLink& link) {
  const int a = link.a->getIslandTag();
  return a >= 0 ? a : link.b->getIslandTag();
}

}  // namespace

void IslandLinks::unite(btUnionFind& islands) const {
  for (const auto& [link, island, place] : links_)
    if (!link.a->isStaticOrKinematicObject() && !link.b->isStaticOrKinematicObject())
      islands.unite(link.a->getIslandTag(), link.b->getIslandTag());
}

void IslandLinks::sort(bool splits) {
  splits_ = splits;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].place = static_cast<int>(i);
    links_[i].island = island_of(links_[i].link);
  }
  if (!splits) return;
  std::erase_if(links_, [](const InIsland& of) { return of.island < 0; });
  std::ranges::sort(links_, {}, [](const InIsland& of) { return std::pair(of.island, of.place); });
}

std::span<const IslandLinks::InIsland> IslandLinks::of(int island) const {
  if (!splits_) return links_;
  const auto first = std::ranges::lower_bound(links_, island, {}, &InIsland::island);
  const auto last = std::ranges::upper_bound(links_, island, {}, &InIsland::island);
  return std::span(links_).subspan(static_cast<std::size_t>(first - links_.begin()),
                                   static_cast<std::size_t>(last - first));
}

}  // namespace condyle::bullet
