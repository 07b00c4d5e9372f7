#include "view/frame_buffer.h"

#include <stdexcept>

namespace condyle {
namespace {

/// The type of one channel of an empty texture.
GLenum channel_type(GLint format) {
  if (format == GL_DEPTH24_STENCIL8) return GL_UNSIGNED_INT_24_8;
  return format == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_FLOAT;
}

void make_texture(GLenum kind, GLint samples, GLint format, ViewSize size) {
  if (samples > 0) return make_samples(samples, static_cast<GLenum>(format), size);
  const bool is_depth = format == GL_DEPTH24_STENCIL8;
  glTexImage2D(kind, 0, format, size.width, size.height, 0, is_depth ? GL_DEPTH_STENCIL : GL_RGBA,
               channel_type(format), nullptr);
  const GLint between = format == GL_RGBA8 ? GL_LINEAR : GL_NEAREST;
  glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, between);
  glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, between);
  glTexParameteri(kind, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(kind, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

void require_complete() {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("the graphics driver cannot make a frame buffer of this size");
}

FrameBuffer::FrameBuffer(ViewSize size) : size_(size) {
  glGenFramebuffers(1, &frame_buffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
}

// Delegates, so that the destructor frees what there is if this constructor throws.
FrameBuffer::FrameBuffer(Kind kind, ViewSize size, int samples) : FrameBuffer(size) {
  if (kind == Kind::scene) {
    samples_ = granted_samples(samples);
    attach(GL_COLOR_ATTACHMENT0, texture_, GL_RGBA16F);
    attach(GL_DEPTH_STENCIL_ATTACHMENT, depth_, GL_DEPTH24_STENCIL8);
    require_complete();
    glGenFramebuffers(1, &colors_only_);
    glBindFramebuffer(GL_FRAMEBUFFER, colors_only_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture_kind(), texture_, 0);
  } else {
    attach(GL_COLOR_ATTACHMENT0, texture_, kind == Kind::linear ? GL_RGBA16F : GL_RGBA8);
  }
  require_complete();
}

FrameBuffer::~FrameBuffer() {
  glDeleteFramebuffers(1, &frame_buffer_);
  glDeleteFramebuffers(1, &colors_only_);
  glDeleteTextures(1, &texture_);
  glDeleteTextures(1, &depth_);
}

void FrameBuffer::attach(GLenum attachment, GLuint& texture, GLint format) const {
  glGenTextures(1, &texture);
  glBindTexture(texture_kind(), texture);
  make_texture(texture_kind(), samples_, format, size_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, texture_kind(), texture, 0);
}

void FrameBuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
  glViewport(0, 0, size_.width, size_.height);
}

void FrameBuffer::bind_without_depth() const {
  glBindFramebuffer(GL_FRAMEBUFFER, colors_only_);
  glViewport(0, 0, size_.width, size_.height);
}

}  // namespace condyle
