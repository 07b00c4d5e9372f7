#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "condyle/scene/scene.h"

namespace condyle {

/// Adds --layer, the layers of a robot's geoms, to a command. A malformed value throws InputError.
CLI::Option* add_layer_option(CLI::App& command, std::vector<scene::NamedLayer>& layers);

/// Reads "NAME:E=PASCALS,h=METRES,nu=RATIO".
scene::NamedLayer parse_named_layer(const std::string& text);

}  // namespace condyle
