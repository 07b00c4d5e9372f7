#include "view/png_file.h"

#include <fmt/core.h>
#include <stb_image_write.h>

#include <algorithm>
#include <string>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "view/opengl.h"

namespace condyle {

std::vector<std::uint8_t> read_pixels(ViewSize size) {
  const auto width = static_cast<std::size_t>(size.width);
  const auto height = static_cast<std::size_t>(size.height);
  std::vector<std::uint8_t> from_below(4 * width * height);  // what WebGL reads, too
  glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, from_below.data());
  std::vector<std::uint8_t> rgb;
  rgb.reserve(3 * width * height);
  for (std::size_t y = height; y-- > 0;) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto pixel = from_below.begin() + static_cast<std::ptrdiff_t>(4 * (y * width + x));
      rgb.insert(rgb.end(), pixel, pixel + 3);
    }
  }
  return rgb;
}

std::vector<std::uint8_t> cut_out(const std::vector<std::uint8_t>& over_black,
                                  const std::vector<std::uint8_t>& over_grey, double grey) {
  std::vector<std::uint8_t> rgba;
  rgba.reserve(over_black.size() / 3 * 4);
  for (std::size_t i = 0; i + 2 < over_black.size(); i += 3) {
    int through = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      through = std::max(through, over_grey[k] - over_black[k]);
    // Rounding differs by one step between the two pictures.
    const double alpha = through <= 1 ? 1 : std::max(0.0, 1 - through / (255 * grey));
    for (std::size_t k = i; k < i + 3; ++k) {
      const double color = alpha > 0 ? std::min(255.0, over_black[k] / alpha) : 0;
      rgba.push_back(static_cast<std::uint8_t>(std::lround(color)));
    }
    rgba.push_back(static_cast<std::uint8_t>(std::lround(255 * alpha)));
  }
  return rgba;
}

std::string png_bytes(const std::vector<std::uint8_t>& pixels, ViewSize size) {
  const int channels = static_cast<int>(pixels.size() / (static_cast<std::size_t>(size.width) *
                                                         static_cast<std::size_t>(size.height)));
  std::string bytes;
  const auto append = [](void* to, void* data, int count) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(count));
  };
  if (stbi_write_png_to_func(append, &bytes, size.width, size.height, channels, pixels.data(),
                             channels * size.width) == 0) {
    throw InputError("the picture takes more memory than is free");
  }
  return bytes;
}

void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& pixels,
               ViewSize size) {
  std::string bytes;
  try {
    bytes = png_bytes(pixels, size);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", file.string(), error.what()));
  }
  replace_file(file, bytes);
}

}  // namespace condyle
