#include "view/png_file.h"

#include <epoxy/gl.h>
#include <fmt/core.h>
#include <stb_image_write.h>

#include <algorithm>

#include "condyle/error.h"

namespace condyle {

std::vector<std::uint8_t> read_pixels(ViewSize size) {
  const auto row = static_cast<std::ptrdiff_t>(3) * size.width;
  std::vector<std::uint8_t> from_below(static_cast<std::size_t>(row * size.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, from_below.data());
  std::vector<std::uint8_t> rgb(from_below.size());
  for (int y = 0; y < size.height; ++y) {
    const auto source = from_below.begin() + row * (size.height - 1 - y);
    std::copy(source, source + row, rgb.begin() + row * y);
  }
  return rgb;
}

void write_png(const std::filesystem::path& file, const std::vector<std::uint8_t>& rgb,
               ViewSize size) {
  const std::filesystem::path part = file.string() + ".part";
  std::error_code error;
  const bool written =
      stbi_write_png(part.c_str(), size.width, size.height, 3, rgb.data(), 3 * size.width) != 0;
  if (written) std::filesystem::rename(part, file, error);
  if (written && !error) return;
  std::filesystem::remove(part, error);
  throw InputError(fmt::format(
      "{}: the picture can not be written; check that its folder exists, is yours to write to and "
      "has space left",
      file.string()));
}

}  // namespace condyle
