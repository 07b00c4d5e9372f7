#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "view/camera.h"

namespace condyle {

/// Reads the pixels of the currently bound frame buffer: RGB, rows from top to bottom.
std::vector<std::uint8_t> read_pixels(ViewSize size);

/// Writes RGB pixels, rows from top to bottom, to a temporary file and renames it. Throws
/// InputError.
void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& rgb,
               ViewSize size);

}  // namespace condyle
