#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "view/camera.h"

namespace condyle {

/// Reads the pixels of the frame buffer that is bound: RGB, rows from the top.
std::vector<std::uint8_t> read_pixels(ViewSize size);

/// Writes RGB pixels, rows from the top, beside the target and renames. Throws InputError.
void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& rgb,
               ViewSize size);

}  // namespace condyle
