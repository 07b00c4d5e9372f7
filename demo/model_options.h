#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "world/model_scene.h"

namespace condyle {

/// Adds the options that define how an OpenSim model becomes a scene, except its duration. The
/// returned input is filled in when the command line is parsed. A malformed value throws
/// InputError.
std::shared_ptr<ModelSceneInput> add_model_options(CLI::App& command);

}  // namespace condyle
