#pragma once

#include <vector>

#include "condyle/model/osim_model.h"

namespace condyle {

/// What becomes of a body of a model in a scene of its contacts and ligaments.
struct OsimRole {
  bool has_contact = false;  ///< has a mesh of a contact
  bool takes_part = false;   ///< has that, or a point or surface of a strand
  bool moves = false;       ///< as forces tell it; else it stands still
  int carrier = -1;         ///< the moving body that it hangs on and is part of; -1: none
  int parent = -1;          ///< the next body towards the ground; -1: ground, or tied to nothing
  int joint = -1;           ///< to the parent
};

/// One for each body, the ground first; as scene_of (osim_scene.h) says.
std::vector<OsimRole> body_roles(const OsimModel& model);

}  // namespace condyle
