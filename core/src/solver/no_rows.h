#pragma once

#include <span>

#include "core/src/solver/engine_rows.h"

namespace condyle {

/// The rows of an island without any.
class NoRows : public EngineRows {
 public:
  bool empty() const override { return true; }
  bool hold(std::span<GroupBody>) const override { return false; }
  void begin_step(bool) override {}
  void give_back() override {}
  void begin_substep(double) override {}
  void restart_substep() override {}
  void update() override {}
  bool iterate() override { return true; }
  void shorten(double) override {}
  void collect() override {}
  bool solve_joints_directly() override { return false; }
  double violation() override { return 0; }
  double wanted_motion() const override { return 0; }
  RowWork work_of_substep() const override { return {}; }
  void end_substep() override {}
  void end_step() override {}
};

}  // namespace condyle
