#include "plugin/bullet/src/link_constraint.h"

namespace condyle::bullet {

std::array<int, 3> LinkConstraint::order() const {
  const auto kind = static_cast<int>(cause_.index());
  if (const auto* pair = std::get_if<SessionPair*>(&cause_))
    return {kind, (*pair)->casting.value, (*pair)->target.value};
  if (const auto* link = std::get_if<StrandLink>(&cause_))
    return {kind, link->strand->id.value, link->number};
  const SoftTie& tie = std::get<SoftTie>(cause_);
  return {kind, tie.soft_collider, tie.number};
}

}  // namespace condyle::bullet
