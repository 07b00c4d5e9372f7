#pragma once

#include <epoxy/gl.h>

#include "view/camera.h"

namespace condyle {

/// A picture on the graphics card to draw into: colour, and depth where asked for. Needs the
/// context that made it to be current.
class FrameBuffer {
 public:
  enum class Kind {
    scene,    ///< linear light in half floats, depth, several samples per pixel for smooth edges
    linear,   ///< linear light in half floats, readable as a texture
    picture,  ///< 8 bits per channel, as a screen shows it
  };

  /// `samples` per pixel count for Kind::scene alone; 0: no smoothing of edges.
  FrameBuffer(Kind kind, ViewSize size, int samples = 0);
  ~FrameBuffer();
  FrameBuffer(const FrameBuffer&) = delete;
  FrameBuffer& operator=(const FrameBuffer&) = delete;

  ViewSize size() const { return size_; }
  GLuint id() const { return frame_buffer_; }
  GLuint texture() const { return texture_; }  ///< 0 for Kind::scene
  GLuint depth() const { return depth_; }      ///< render buffer of Kind::scene, else 0
  GLint samples() const { return samples_; }   ///< per pixel that it has got

  void bind() const;
  /// Averages the samples of this one into `target`, which has the same size.
  void resolve_into(const FrameBuffer& target) const;

 private:
  void attach_scene(int samples);
  void attach_texture(GLint format);

  ViewSize size_;
  GLint samples_ = 0;
  GLuint frame_buffer_ = 0, texture_ = 0, color_ = 0, depth_ = 0;
};

/// Throws std::runtime_error where the frame buffer that is bound can not be drawn into.
void require_complete();

}  // namespace condyle
