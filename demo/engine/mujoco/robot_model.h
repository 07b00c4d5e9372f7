#pragma once

#include <filesystem>
#include <string>

#include "engine/mujoco/model_engine.h"

namespace condyle {

/// Loads a robot's model: MJCF as it is; of a URDF also what is only seen, and links fixed to
/// others as bodies of their own. Gives it room for rows of contact, and elliptic cones, which
/// friction needs. Throws InputError naming the file.
OwnedModel load_robot(const std::filesystem::path& named);

/// The name of an object of a model, or for example "geom 3", counted from 0.
std::string name_in_model(const mjModel& model, mjtObj kind, int id);

/// Puts a model where it starts: at its first keyframe, if it has one.
void put_at_start(const mjModel& model, mjData& data);

}  // namespace condyle
