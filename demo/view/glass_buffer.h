#pragma once

#include <epoxy/gl.h>

#include "view/frame_buffer.h"

namespace condyle {

/// Where transparent surfaces are summed, in any order: weighted, blended transparency (McGuire and
/// Bavoil 2013, "Weighted blended order-independent transparency", JCGT 2(2)). Needs the context
/// that made it to be current.
class GlassBuffer {
 public:
  /// Of a scene's size and samples; what lies behind its opaque surfaces is left out.
  explicit GlassBuffer(const FrameBuffer& scene);
  ~GlassBuffer();
  GlassBuffer(const GlassBuffer&) = delete;
  GlassBuffer& operator=(const GlassBuffer&) = delete;

  /// Clears it and sets up blending for the shader of glass, until end().
  void begin() const;
  /// Averages the samples, for the textures below.
  void end() const;

  GLuint sum() const { return textures_[0]; }     ///< weighted colour; alpha: what shines through
  GLuint weight() const { return textures_[1]; }  ///< red: weighted opacity

 private:
  ViewSize size_;
  GLuint drawn_ = 0, resolved_ = 0;  // frame buffers
  GLuint samples_[2] = {}, textures_[2] = {};
};

}  // namespace condyle
