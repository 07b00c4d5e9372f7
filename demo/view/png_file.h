#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "view/camera.h"

namespace condyle {

/// Reads the pixels of the currently bound frame buffer: RGB, rows from top to bottom.
std::vector<std::uint8_t> read_pixels(ViewSize size);

/// The RGBA pixels of what was drawn over black and over a grey (sRGB, 0 to 1): transparent as far
/// as the two differ.
std::vector<std::uint8_t> cut_out(const std::vector<std::uint8_t>& over_black,
                                  const std::vector<std::uint8_t>& over_grey, double grey);

/// A PNG file of RGB or RGBA pixels, rows from top to bottom. Throws InputError if there is no
/// memory for it.
std::string png_bytes(const std::vector<std::uint8_t>& pixels, ViewSize size);

/// Writes RGB or RGBA pixels, rows from top to bottom, to a temporary file and renames it. Throws
/// InputError.
void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels,
               ViewSize size);

}  // namespace condyle
