#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "condyle/solver/island_step.h"

namespace condyle::test {

/// Of an engine that has no rows of its own.
class NoRows final : public EngineRows {
 public:
  bool empty() const override { return true; }
  void begin_step(bool) override {}
  void begin_substep(double) override {}
  void restart_substep() override {}
  void update() override {}
  bool iterate() override { return true; }
  void collect() override {}
  bool solve_joints_at_once() override { return false; }
  double wanted_motion() const override { return 0; }
  RowWork work_of_substep() const override { return {}; }
  void end_substep() override {}
  void end_step() override {}
};

/// A body of SmallEngine; without mass it stands, or moves evenly.
struct SmallBody {
  const char* name = "";
  double mass = 0;                                          ///< [kg]
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();        ///< about the centre of mass [kg m^2]
  Pose X_WB = Pose::Identity();                             ///< of the centre of mass
  Vector6 velocity = Vector6::Zero();                       ///< (angular, linear)
  std::shared_ptr<const ContactSurface> surface = nullptr;  ///< its frame is the body's
};

/// The least that an engine does about an island's step: gravity, and bodies that follow.
class SmallEngine {
 public:
  explicit SmallEngine(EngineRows& rows) : rows_(rows) {}

  std::vector<SmallBody> bodies;
  Eigen::Vector3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  StepSettings settings;
  bool follows_touch = false;
  double time = 0;                           ///< [s]
  std::function<void(Island&)> on_gathered;  ///< before it is solved

  /// The first of two bodies casts.
  void add_pair(std::size_t casting, std::size_t target, const ContactSettings& contact);
  PairStep& pair(std::size_t i) { return *pairs_[i].step; }

  void step(double dt);

  const StepCount& count() const { return step_.count(); }
  const WorkDone& work() const { return step_.work(); }
  const Island& island() const { return step_.island(); }

 private:
  struct Pair {
    std::size_t casting, target;  ///< bodies
    std::unique_ptr<PairStep> step;
  };
  GroupEnd gather(const SmallBody& body, double dt, Island& island) const;

  EngineRows& rows_;
  std::vector<Pair> pairs_;
  StageTimes times_;
  IslandStep step_{times_};
};

}  // namespace condyle::test
