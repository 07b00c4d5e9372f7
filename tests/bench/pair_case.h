#pragma once

#include <memory>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// The input of every system in a case: a casting and a target surface, and the poses of the target
/// in the casting frame.
struct PairCase {
  std::string name;
  std::string text;  ///< description for the table
  std::shared_ptr<const ContactSurface> casting, target;
  ContactSettings settings;
  std::vector<Pose> poses_CT;
};

}  // namespace condyle::bench
