#pragma once

#include "view/camera.h"
#include "view/opengl.h"

namespace condyle {

/// A frame buffer on the graphics card, with colour and, for Kind::scene, depth. The OpenGL context
/// in which it was created must be current.
class FrameBuffer {
 public:
  enum class Kind {
    scene,    ///< linear light in half floats, depth and stencil, several samples per pixel for
              ///< smooth edges
    linear,   ///< four half floats, readable as a texture
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
  GLuint texture() const { return texture_; }  ///< its kind is texture_kind()
  GLuint depth() const { return depth_; }      ///< texture of the same kind; 0 except Kind::scene
  GLint samples() const { return samples_; }   ///< samples per pixel that the driver granted
  GLenum texture_kind() const { return condyle::texture_kind(samples_); }

  void bind() const;
  /// Binds the colours alone, so that shaders may read the depth.
  void bind_without_depth() const;

 private:
  explicit FrameBuffer(ViewSize size);
  void attach_scene(int samples);
  void attach(GLenum attachment, GLuint& texture, GLint format) const;

  ViewSize size_;
  GLint samples_ = 0;
  GLuint frame_buffer_ = 0, colors_only_ = 0, texture_ = 0, depth_ = 0;
};

/// Throws std::runtime_error if the currently bound frame buffer is incomplete.
void require_complete();

}  // namespace condyle
