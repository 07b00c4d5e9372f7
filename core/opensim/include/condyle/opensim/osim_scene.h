#pragma once

#include <filesystem>
#include <span>

#include "condyle/opensim/model_report.h"
#include "condyle/opensim/osim_kinematics.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/scene/scene.h"

namespace condyle {

/// A scene made from an OpenSim model, and a report of what it leaves out.
struct OsimScene {
  Scene scene;
  ModelReport report;
};

/// Turns an OpenSim model into a scene for a physics engine, with the poses and velocities of
/// `state`. The ground is the world.
///
/// Bodies: all bodies with contacts or ligaments. A body is dynamic if, seen from the ground, it
/// comes after another body with a contact mesh (with a strand if the model has no contact): the
/// tibia and the patella come after the femur. The other bodies are fixed. A body without contacts
/// and ligaments that is attached to a dynamic body, such as a foot, becomes a rigid part of it.
/// The ground is a body only if it has a contact mesh.
/// Joints: pin, slider, ball and weld joints between these bodies are kept. A body whose joint has
/// all six motions is held by contacts and ligaments alone.
/// Strands: with the via points and wrap surfaces that they have in this state.
/// Mesh files are searched in `folders` and not opened. Throws InputError if the mesh of a contact
/// is missing or no body would move.
OsimScene scene_of(const OsimModel& model, const OsimKinematics& kinematics, const OsimState& state,
                   std::span<const std::filesystem::path> folders);

/// The state given in the model's file: default values and speeds, with couplers applied.
OsimState default_state(const OsimModel& model, const OsimKinematics& kinematics);

}  // namespace condyle
