#pragma once

#include <cstdint>
#include <filesystem>

#include "view/camera.h"

namespace condyle {

/// A picture on the graphics card, for Dear ImGui.
class ImageTexture {
 public:
  /// Reads a picture (PNG). Throws InputError if there is none, or it cannot be read.
  explicit ImageTexture(const std::filesystem::path& file);
  ~ImageTexture();
  ImageTexture(const ImageTexture&) = delete;
  ImageTexture& operator=(const ImageTexture&) = delete;

  void* id() const;  ///< Dear ImGui's name of it
  ViewSize size() const { return size_; }

 private:
  std::uint32_t texture_ = 0;
  ViewSize size_;
};

}  // namespace condyle
