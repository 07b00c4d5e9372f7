#include "view/frame_buffer.h"

#include <algorithm>
#include <stdexcept>

namespace condyle {
namespace {

GLuint render_buffer(GLint samples, GLenum format, ViewSize size) {
  GLuint id = 0;
  glGenRenderbuffers(1, &id);
  glBindRenderbuffer(GL_RENDERBUFFER, id);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.width, size.height);
  return id;
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
    attach_scene(samples);
  } else {
    attach_texture(kind == Kind::linear ? GL_RGBA16F : GL_RGBA8);
  }
  require_complete();
}

FrameBuffer::~FrameBuffer() {
  glDeleteFramebuffers(1, &frame_buffer_);
  glDeleteTextures(1, &texture_);
  glDeleteRenderbuffers(1, &color_);
  glDeleteRenderbuffers(1, &depth_);
}

void FrameBuffer::attach_scene(int wanted_samples) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  samples_ = std::min(wanted_samples, most);
  color_ = render_buffer(samples_, GL_RGBA16F, size_);
  depth_ = render_buffer(samples_, GL_DEPTH_COMPONENT24, size_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
}

void FrameBuffer::attach_texture(GLint format) {
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, format, size_.width, size_.height, 0, GL_RGBA, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
}

void FrameBuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
  glViewport(0, 0, size_.width, size_.height);
}

void FrameBuffer::resolve_into(const FrameBuffer& target) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, frame_buffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.frame_buffer_);
  glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace condyle
