#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/src/solver/island_step.h"
#include "core/src/solver/no_rows.h"

namespace condyle::test {

/// A body of SmallEngine. Without mass it keeps its velocity, which may be zero.
struct SmallBody {
  const char* name = "";
  double mass = 0;  ///< [kg]
  /// Moment of inertia about the centre of mass [kg m^2].
  Eigen::Vector3d inertia = Eigen::Vector3d::Zero();
  Pose X_WB = Pose::Identity();                             ///< pose of the centre of mass
  Vector6 velocity = Vector6::Zero();                       ///< velocity (angular, linear)
  std::shared_ptr<const ContactSurface> surface = nullptr;  ///< surface in the body's frame
  std::shared_ptr<const Extent> extent = nullptr;           ///< of the surface, if it is known
};

/// The minimum that an engine does around an island's step: gravity, and moving the bodies.
class SmallEngine {
 public:
  explicit SmallEngine(EngineRows& rows) : rows_(rows) {}

  std::vector<SmallBody> bodies;
  Eigen::Vector3d gravity = {0, 0, -9.81};  ///< [m/s^2]
  StepSettings settings;
  bool follows_touch = false;
  double time = 0;                           ///< [s]
  std::function<void(Island&)> on_gathered;  ///< called before the island is solved

  /// Adds a contact between two bodies, given by their indices.
  void add_pair(std::size_t casting, std::size_t target, const ContactSettings& contact);
  PairStep& pair(std::size_t i) { return *pairs_[i].step; }

  void step(double dt);

  const StepCount& count() const { return step_.count(); }
  const WorkDone& work() const { return step_.work(); }
  const Island& island() const { return step_.island(); }

 private:
  struct Pair {
    std::size_t casting, target;  ///< indices of bodies
    std::unique_ptr<PairStep> step;
  };
  GroupEnd gather(const SmallBody& body, double dt, Island& island) const;

  EngineRows& rows_;
  std::vector<Pair> pairs_;
  StageTimes times_;
  IslandStep step_{times_};
};

}  // namespace condyle::test
