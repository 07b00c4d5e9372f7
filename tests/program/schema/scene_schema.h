#pragma once

#include <filesystem>

#include "json_schema.h"

namespace condyle {

class TemporaryFolder;

/// What the build put together of assets/.
std::filesystem::path shipped_assets();

JsonSchema scene_schema();

/// A closed mesh, "ball.obj", for scenes in that folder.
void write_ball(const TemporaryFolder& folder);

/// The same with each run, unless the environment's CONDYLE_SEED is another.
unsigned random_seed();

}  // namespace condyle
