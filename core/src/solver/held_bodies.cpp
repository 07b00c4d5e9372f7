#include "core/src/solver/held_bodies.h"

#include <algorithm>

#include "core/src/solver/island_bodies.h"

namespace condyle {
namespace {

bool is_held(const Group& group, const GroupEnd& end) {
  return end.body < 0 || group.bodies[end.body].is_held;
}

/// Returns whether the body was not held yet.
bool hold(Group& group, const GroupEnd& end) {
  if (is_held(group, end)) return false;
  return group.bodies[end.body].is_held = true;
}

template <class Presses>
bool spread_by_pairs(Island& island, const Presses& presses) {
  Group& group = island.group;
  bool grows = false;
  for (std::size_t p = 0; p < island.pairs.size(); ++p) {
    const GroupPair& ends = group.pairs[p];
    const bool casting = is_held(group, ends.casting);
    if (casting == is_held(group, ends.target) || !presses(p)) continue;
    grows |= hold(group, casting ? ends.target : ends.casting);
  }
  return grows;
}

bool spread_by_strands(Group& group) {
  bool grows = false;
  for (const GroupStrand& strand : group.strands) {
    if (std::ranges::none_of(strand.ends, [&](const GroupEnd& end) { return is_held(group, end); }))
      continue;
    for (const GroupEnd& end : strand.ends) grows |= hold(group, end);
  }
  return grows;
}

/// Returns whether bodies are held that were not.
template <class Presses>
bool spread(Island& island, const EngineRows& rows, const Presses& presses) {
  bool any = false;
  for (bool grows = true; grows; any |= grows) {
    grows = spread_by_pairs(island, presses);
    grows |= spread_by_strands(island.group);
    grows |= rows.hold(island.group.bodies);
  }
  return any;
}

bool has_pressed(const Island& island, std::size_t p) { return island.pairs[p]->memory.pressed; }

/// Whether the pair touches, or would by the end of the sub-step without contact.
bool touches(const Island& island, std::size_t p, double h) {
  const PairStep& pair = *island.pairs[p];
  const GroupPair& ends = island.group.pairs[p];
  return touches_where_found(pair) ||
         pair.linearised.foresees_touch(free_motion(island, ends.casting, h),
                                        free_motion(island, ends.target, h));
}

}  // namespace

void find_held(Island& island, const EngineRows& rows) {
  for (GroupBody& body : island.group.bodies) body.is_held = false;
  spread(island, rows, [&](std::size_t p) { return has_pressed(island, p); });
}

bool hold_touching(Island& island, const EngineRows& rows, double h) {
  return spread(island, rows,
                [&](std::size_t p) { return has_pressed(island, p) || touches(island, p, h); });
}

}  // namespace condyle
