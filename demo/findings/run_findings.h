#pragma once

#include <vector>

#include "core/src/contact/range_watch.h"
#include "findings/both_sides.h"
#include "findings/energy_gain.h"
#include "findings/start_findings.h"
#include "world/scene_world.h"

namespace condyle {

/// Watches the contacts of a run, whether its steps are solved, and whether they add energy.
class ContactWatch {
 public:
  ContactWatch() = default;
  explicit ContactWatch(const SceneWorld& world);

  /// Returns to the state before the first step.
  void restart();

  /// Looks at the world; call this after each step.
  void observe(const SceneWorld& world);

  /// The findings at the start and during the run. Once the run `is_over`, also contacts that never
  /// touched or touched with only a few triangles.
  std::vector<Finding> findings(const SceneWorld& world, bool is_over) const;

 private:
  /// The step in which something happened first.
  struct Moment {
    long step = 0;    ///< counted from 1; 0: never
    double time = 0;  ///< end of the step [s]
  };

  /// The record of one contact together with its reverse, or of all contacts in one sum.
  struct Seen {
    std::string name;
    double gap = 0;                               ///< smallest gap at the start [m]
    Moment at_open_edge = {}, at_rigid_rim = {};  ///< when it reached them
    bool has_pressed = false;  ///< in any step, even if it had parted again at the end of it
  };

  static void observe(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                      RangeWatch& range);
  static Finding finding_of(const std::string& place, const Seen& seen, RangeFault fault);
  /// The ranges of all contacts in a record.
  RangeWatch range_of(std::size_t seen) const;

  SceneStart start_;
  std::vector<Seen> seen_;
  std::vector<std::size_t> seen_of_contact_;  ///< index into seen_ for each contact of the world
  std::vector<RangeWatch> ranges_;            ///< one for each contact of the world
  double longest_time_ = 0;                   ///< the latest time seen, also before a new start [s]
  EnergyGain gain_;
  BothSides both_sides_;
};

}  // namespace condyle
