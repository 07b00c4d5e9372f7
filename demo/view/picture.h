#pragma once

#include <filesystem>
#include <string>

#include "world/shown_world.h"

namespace condyle {

/// Draws the current state of the world into a PNG file of width x height pixels (each 64 to 8192)
/// without showing a window, with the scene's camera, colour bar, time and readings. Returns false
/// and the reason in `why_not` if there is no display or no OpenGL; then nothing is written. Throws
/// InputError if the file cannot be written; a failure leaves no partial file.
bool draw_picture(const ShownWorld& world, const std::filesystem::path& png, int width, int height,
                  std::string& why_not);

}  // namespace condyle
