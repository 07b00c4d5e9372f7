#include "view/image_texture.h"

#include <epoxy/gl.h>
#include <fmt/core.h>
#include <stb_image.h>

#include <memory>

#include "condyle/error.h"

namespace condyle {

ImageTexture::ImageTexture(const std::filesystem::path& file) {
  constexpr int k_rgba = 4;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(file.string().c_str(), &size_.width, &size_.height, &channels, k_rgba),
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
