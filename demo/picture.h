#pragma once

#include <filesystem>
#include <string>

#include "scene_world.h"

namespace condyle {

/// Draws the world as it is now, with the scene's camera, colour bar, time and figures, into a PNG
/// file of width x height pixels (each 64 to 8192), without showing a window. Returns false, with
/// the reason in `why_not`, where no display or no OpenGL can be had; then nothing is written.
/// Throws InputError where the file can not be written; a failure leaves no half-written file.
bool draw_picture(const SceneWorld& world, const std::filesystem::path& png, int width, int height,
                  std::string& why_not);

}  // namespace condyle
