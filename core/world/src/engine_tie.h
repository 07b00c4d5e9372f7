#pragma once

namespace condyle {

/// What an engine keeps for a pair or a strand from step to step, such as a constraint that ties
/// bodies into one island.
class EngineTie {
 public:
  virtual ~EngineTie() = default;
};

}  // namespace condyle
