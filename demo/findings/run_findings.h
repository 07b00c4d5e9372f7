#pragma once

#include <vector>

#include "findings/start_findings.h"
#include "scene_world.h"

namespace condyle {

/// Follows the contacts over a run, and whether its steps are solved.
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
    double deepest = 0;       ///< largest proximity so far [m]
    double window = 0;        ///< max_proximity of the contact with the largest proximity [m]
    bool is_beyond = false;   ///< whether `deepest` has reached the end of the window
    std::string border = {};  ///< name of the mesh whose open edge the contact has reached
  };

  bool see(const SceneWorld& world, const WorldContact& contact, Seen& seen) const;

  SceneStart start_;
  std::vector<Seen> seen_;
  std::vector<std::size_t> seen_of_contact_;  ///< index into seen_ for each contact of the world
  bool is_out_of_balance_ = false;  ///< too many steps are out of balance, or one by too much
};

}  // namespace condyle
