#pragma once

#include <vector>

#include "findings/finding.h"
#include "world/scene_world.h"

namespace condyle {

/// Compares the two casts of each contact in which both sides cast. Their mean is of use if they
/// differ little; if one is too coarse to find the contact, the mean is half of it.
class BothSides {
 public:
  BothSides() = default;
  explicit BothSides(const SceneWorld& world);

  void restart();

  /// Looks at the last step.
  void observe(const SceneWorld& world);

  void add_findings(const SceneWorld& world, std::vector<Finding>& findings) const;

 private:
  struct Casts {
    std::size_t contact = 0, reverse = 0;  ///< indices of the world's contacts
    /// Force that each side alone would give where their sum was largest [N].
    double force = 0, reverse_force = 0;
    bool differ() const;
  };

  std::vector<Casts> casts_;
};

}  // namespace condyle
