#pragma once

#include <vector>

#include "findings/start_findings.h"
#include "scene_world.h"

namespace condyle {

/// Follows what contacts come to over a run, and whether its steps are solved.
class ContactWatch {
 public:
  ContactWatch() = default;
  explicit ContactWatch(const SceneWorld& world);

  /// As before the first step.
  void restart();

  /// After each step. True where findings() may say something new.
  bool see(const SceneWorld& world);

  /// Those of the start, and what has been seen since; once the run `is_over` also what did not
  /// happen, and in how few triangles it did.
  std::vector<Finding> findings(const SceneWorld& world, bool is_over) const;

 private:
  /// Of a contact, its other side casting included, or of all that are summed.
  struct Seen {
    std::string name;
    double gap = 0;           ///< at the start, the least [m]
    int most_triangles = 0;   ///< in contact at once
    double deepest = 0;       ///< [m]
    double window = 0;        ///< of the contact that was deepest: max_proximity [m]
    bool is_beyond = false;   ///< deepest reached the end of the window
    std::string border = {};  ///< mesh file whose open edge it has reached
  };

  bool see(const SceneWorld& world, const WorldContact& contact, Seen& seen) const;

  SceneStart start_;
  std::vector<Seen> seen_;
  std::vector<std::size_t> seen_of_contact_;  ///< per contact of the world
  bool is_out_of_balance_ = false;            ///< too many steps, or one by too much
};

}  // namespace condyle
