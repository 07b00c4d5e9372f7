#include "core/src/solver/held_bodies.h"

#include <algorithm>

namespace condyle {
namespace {

bool is_held(const ContactGroup& group, const GroupEnd& end) {
  return end.body < 0 || group.bodies[end.body].is_held;
}

/// Returns whether the body was not held yet.
bool hold(ContactGroup& group, const GroupEnd& end) {
  if (is_held(group, end)) return false;
  return group.bodies[end.body].is_held = true;
}

bool spread_by_pairs(Island& island) {
  ContactGroup& group = island.group;
  bool grows = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const GroupPair& ends = group.pairs[p];
    const bool casting = is_held(group, ends.casting);
    if (casting == is_held(group, ends.target) || !island.pairs[p]->memory.pressed) continue;
    grows |= hold(group, casting ? ends.target : ends.casting);
  }
  return grows;
}

bool spread_by_strands(ContactGroup& group) {
  bool grows = false;
  for (const GroupStrand& strand : group.strands) {
    if (std::ranges::none_of(strand.ends, [&](const GroupEnd& end) { return is_held(group, end); }))
      continue;
    for (const GroupEnd& end : strand.ends) grows |= hold(group, end);
  }
  return grows;
}

}  // namespace

void find_held(Island& island, const EngineRows& rows) {
  ContactGroup& group = island.group;
  for (GroupBody& body : group.bodies) body.is_held = false;
  for (bool grows = true; grows;) {
    grows = spread_by_pairs(island);
    grows |= spread_by_strands(group);
    grows |= rows.hold(group.bodies);
  }
}

}  // namespace condyle
