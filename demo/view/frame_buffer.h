#pragma once

#include <epoxy/gl.h>

#include "view/camera.h"

namespace condyle {

/// A frame buffer on the graphics card, with colour and, for Kind::scene, depth. The OpenGL context
/// in which it was created must be current.
class FrameBuffer {
 public:
  enum class Kind {
    scene,    ///< linear light in half floats, depth, several samples per pixel for smooth edges
    linear,   ///< linear light in half floats, readable as a texture
    picture,  ///< 8 bits per channel, as for a screen
  };

  /// `samples` per pixel matter only for Kind::scene; 0: no smoothing of edges. Throws
  /// std::runtime_error if the driver rejects the frame buffer.
  FrameBuffer(Kind kind, ViewSize size, int samples = 0);
  ~FrameBuffer();
  FrameBuffer(const FrameBuffer&) = delete;
  FrameBuffer& operator=(const FrameBuffer&) = delete;

  ViewSize size() const { return size_; }
  GLuint id() const { return frame_buffer_; }
  GLuint texture() const { return texture_; }  ///< 0 for Kind::scene
  GLuint depth() const { return depth_; }      ///< render buffer for Kind::scene, else 0
  GLint samples() const { return samples_; }   ///< samples per pixel that the driver granted

  void bind() const;
  /// Averages the samples of this buffer into `target`, which must have the same size.
  void resolve_into(const FrameBuffer& target) const;

 private:
  explicit FrameBuffer(ViewSize size);
  void attach_scene(int samples);
  void attach_texture(GLint format);

  ViewSize size_;
  GLint samples_ = 0;
  GLuint frame_buffer_ = 0, texture_ = 0, color_ = 0, depth_ = 0;
};

/// Throws std::runtime_error if the currently bound frame buffer is incomplete.
void require_complete();

}  // namespace condyle
