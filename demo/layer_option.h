#pragma once

#include <CLI/CLI.hpp>

#include "condyle/scene/scene.h"

namespace condyle {

/// Adds --layer, the layers of a robot's geoms, and --hulls, MuJoCo's own contact instead, to a
/// command. A malformed value throws InputError.
void add_robot_options(CLI::App& command, scene::RobotContact& robot);

/// Reads "NAME:E=PASCALS,h=METRES,nu=RATIO".
scene::NamedLayer parse_named_layer(const std::string& text);

}  // namespace condyle
