#pragma once

#include <memory>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// A casting and a target surface, and the poses of the target in the casting frame: what every
/// contender of the case gets to compute.
struct PairCase {
  std::string name;
  std::string text;  ///< what it is, for the table
  std::shared_ptr<const ContactSurface> casting, target;
  ContactSettings settings;
  std::vector<Pose> poses_CT;
};

}  // namespace condyle::bench
