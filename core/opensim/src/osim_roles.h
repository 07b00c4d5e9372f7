#pragma once

#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

/// The role of a body of a model in a scene of its contacts and ligaments.
struct OsimRole {
  bool has_contact = false;  ///< has a mesh that is used in a contact
  bool takes_part = false;   ///< has a contact, or a point or wrap surface of a strand
  bool moves = false;        ///< moves under forces; otherwise it is fixed
  int carrier = -1;          ///< moving body that carries this one as a rigid part; -1: none
  int parent = -1;  ///< next body towards the ground; -1: the ground itself, or not connected
  int joint = -1;   ///< joint to the parent body
  bool is_driven = false;  ///< whether joint_scene_of drives the joint to the parent
  bool is_beyond = false;  ///< connected to the ground through the driven joint's child
};

/// The role of each body, starting with the ground, by the rules of scene_of (osim_scene.h).
std::vector<OsimRole> body_roles(const OsimModel& model);

/// The roles for a scene of one joint, by the rules of joint_scene_of (osim_scene.h). Throws
/// InputError.
std::vector<OsimRole> body_roles(const OsimModel& model, int joint);

}  // namespace condyle::opensim
