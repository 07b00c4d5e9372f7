#pragma once

#include "view/frame_buffer.h"
#include "view/opengl.h"

namespace condyle {

/// Accumulates transparent surfaces in any order: weighted, blended transparency (McGuire and
/// Bavoil 2013, "Weighted blended order-independent transparency", JCGT 2(2)). The OpenGL context
/// in which it was created must be current.
class GlassBuffer {
 public:
  /// Takes size and samples from `scene` and uses its depth, so that surfaces behind opaque ones
  /// are left out.
  explicit GlassBuffer(const FrameBuffer& scene);
  ~GlassBuffer();
  GlassBuffer(const GlassBuffer&) = delete;
  GlassBuffer& operator=(const GlassBuffer&) = delete;

  /// Clears the buffer and sets up blending for the glass shader, until end().
  void begin() const;
  /// Averages the samples into the textures below.
  void end() const;

  GLuint sum() const { return textures_[0]; }     ///< weighted colour; alpha: part transmitted
  GLuint weight() const { return textures_[1]; }  ///< red channel: weighted opacity

 private:
  ViewSize size_;
  GLuint drawn_ = 0, resolved_ = 0;  // frame buffers
  GLuint samples_[2] = {}, textures_[2] = {};
};

}  // namespace condyle
