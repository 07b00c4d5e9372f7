#pragma once

#include <vector>

#include "core/src/contact/range_watch.h"
#include "core/src/contact/yielding.h"
#include "findings/both_sides.h"
#include "findings/start_findings.h"
#include "scene_world.h"

namespace condyle {

/// Watches the contacts of a run, and whether its steps are solved.
class ContactWatch {
 public:
  ContactWatch() = default;
  explicit ContactWatch(const SceneWorld& world);

  /// Returns to the state before the first step.
  void restart();

  /// Looks at the world; call this after each step. Returns true if findings() may have something
  /// new.
  bool see(const SceneWorld& world);

  /// The findings at the start and during the run. Once the run `is_over`, also contacts that never
  /// touched or touched with only a few triangles.
  std::vector<Finding> findings(const SceneWorld& world, bool is_over) const;

 private:
  /// The record of one contact together with its reverse, or of all contacts in one sum.
  struct Seen {
    std::string name;
    double gap = 0;           ///< smallest gap at the start [m]
    int most_triangles = 0;   ///< most triangles in contact at the same time
    int most_nodes = 0;       ///< most nodes of an elastic layer that press at the same time
    double node_spacing = 0;  ///< distance of an elastic layer's nodes [m]
    std::string border = {};  ///< name of the mesh whose open edge the contact has reached
    Yielding yielding = {};
  };

  static bool see(const SceneWorld& world, const WorldContact& contact, Seen& seen,
                  RangeWatch& range);
  static bool see_yielding(const WorldContact& contact, Yielding& yielding);
  static Finding beyond_yield(const std::string& place, const Yielding& yielding);
  /// The ranges of all contacts in a record.
  RangeWatch range_of(std::size_t seen) const;

  SceneStart start_;
  std::vector<Seen> seen_;
  std::vector<std::size_t> seen_of_contact_;  ///< index into seen_ for each contact of the world
  std::vector<RangeWatch> ranges_;            ///< one for each contact of the world
  BothSides both_sides_;
  bool is_out_of_balance_ = false;  ///< too many steps are out of balance, or one by too much
};

}  // namespace condyle
