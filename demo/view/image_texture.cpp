#include "view/image_texture.h"

#include <fmt/core.h>
#include <stb_image.h>

#include <memory>
#include <string>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "view/opengl.h"

namespace condyle {

ImageTexture::ImageTexture(const std::filesystem::path& file) {
  constexpr int k_rgba = 4;
  int channels = 0;
  const std::string bytes = read_file_bytes(file);
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &size_.width, &size_.height, &channels,
                            k_rgba),
      stbi_image_free);
  if (!pixels) throw InputError(fmt::format("{}: {}", file.string(), stbi_failure_reason()));
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size_.width, size_.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               pixels.get());
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
}

ImageTexture::~ImageTexture() { glDeleteTextures(1, &texture_); }

void* ImageTexture::id() const { return reinterpret_cast<void*>(std::uintptr_t{texture_}); }

}  // namespace condyle
