#pragma once

namespace condyle {

/// Wall time of the stages of the engine's last step [s].
struct StageTimes {
  double gather = 0, find = 0, solve = 0, publish = 0;
  double total() const { return gather + find + solve + publish; }
};

}  // namespace condyle
