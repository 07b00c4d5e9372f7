#pragma once

#include <filesystem>

#include "json_schema.h"

namespace condyle {

class TemporaryFolder;

/// The assets folder that the build assembled.
std::filesystem::path shipped_assets();

JsonSchema scene_schema();

/// Writes a closed mesh, the octahedron "ball.obj", for scenes in `folder`.
void write_ball(const TemporaryFolder& folder);

/// The seed of random tests: the same in each run unless the environment sets CONDYLE_SEED.
unsigned random_seed();

}  // namespace condyle
