#include "view/png_file.h"

#include <epoxy/gl.h>
#include <fmt/core.h>
#include <stb_image_write.h>

#include <algorithm>
#include <string>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"

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
  std::string bytes;
  const auto append = [](void* to, void* data, int count) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(count));
  };
  if (stbi_write_png_to_func(append, &bytes, size.width, size.height, 3, rgb.data(),
                             3 * size.width) == 0) {
    throw InputError(fmt::format("{}: the picture takes more memory than is free", file.string()));
  }
  replace_file(file, bytes);
}

}  // namespace condyle
