#pragma once

#include <filesystem>
#include <span>

#include "condyle/model/model_report.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"
#include "condyle/model/scene.h"

namespace condyle {

/// A scene made of an OpenSim model, and what of the model it does not say.
struct OsimScene {
  Scene scene;
  ModelReport report;
};

/// The joint of an OpenSim model as a scene for a physics engine, its bodies where and as fast as
/// `state` says. The ground is the world.
///
/// Bodies: those of contacts and ligaments. One that comes after another body with a contact mesh
/// (with a strand, where the model has no contact), counted from the ground, is dynamic: the tibia
/// and the patella after the femur. The others stand still. What hangs on a dynamic body and takes
/// no part, as a foot, is rigidly part of it. The ground is a body of its own where it has a contact
/// mesh.
/// Joints: pin, slider, ball and weld joints between them are kept; where a joint has all six
/// motions contacts and ligaments alone hold its body.
/// Strands: with via points and surfaces as they are in this state.
/// Meshes are looked for in `folders` and not opened. Throws InputError where a contact's mesh is
/// not there, or no body would move.
OsimScene scene_of(const OsimModel& model, const OsimKinematics& kinematics, const OsimState& state,
                   std::span<const std::filesystem::path> folders);

/// The state that the model's file gives: default values and speeds, couplers applied.
OsimState default_state(const OsimModel& model, const OsimKinematics& kinematics);

}  // namespace condyle
