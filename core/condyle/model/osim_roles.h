#pragma once

#include <vector>

#include "condyle/model/osim_model.h"

namespace condyle {

/// What becomes of a body of a model in a scene of its contacts and ligaments.
struct OsimRole {
  bool has_contact = false;  ///< has a mesh of a contact
  bool takes_part = false;   ///< has that, or a point or surface of a strand
  bool moves = false;        ///< as forces tell it; else it stands still
  int carrier = -1;          ///< the moving body that it hangs on and is part of; -1: none
  int parent = -1;           ///< the next body towards the ground; -1: ground, or tied to nothing
  int joint = -1;            ///< to the parent
  bool is_driven = false;    ///< that joint is, by what joint_scene_of adds
  bool is_beyond = false;    ///< tied to the ground over the child of the driven joint
};

/// One for each body, the ground first; as scene_of (osim_scene.h) says.
std::vector<OsimRole> body_roles(const OsimModel& model);

/// For a scene of one joint; as joint_scene_of (osim_joint_scene.h) says. Throws InputError.
std::vector<OsimRole> body_roles(const OsimModel& model, int joint);

}  // namespace condyle
