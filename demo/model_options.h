#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "model_scene.h"

namespace condyle {

/// Adds what says which scene an OpenSim model becomes, its duration apart, to a command; filled in
/// when the command runs. Each is an InputError where its text makes no sense.
std::shared_ptr<ModelSceneInput> add_model_options(CLI::App& command);

}  // namespace condyle
