#include "view/glass_buffer.h"

#include <array>

namespace condyle {
namespace {

constexpr std::array<GLenum, 2> k_attachments = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
constexpr std::array<GLint, 2> k_formats = {GL_RGBA16F, GL_R16F};
constexpr std::array<GLenum, 2> k_channels = {GL_RGBA, GL_RED};

}  // namespace

GlassBuffer::GlassBuffer(const FrameBuffer& scene) : size_(scene.size()) {
  glGenFramebuffers(1, &drawn_);
  glGenFramebuffers(1, &resolved_);
  glGenRenderbuffers(2, samples_);
  glGenTextures(2, textures_);
  for (std::size_t i = 0; i < k_attachments.size(); ++i) {
    glBindRenderbuffer(GL_RENDERBUFFER, samples_[i]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, scene.samples(),
                                     static_cast<GLenum>(k_formats[i]), size_.width, size_.height);
    glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, k_attachments[i], GL_RENDERBUFFER, samples_[i]);
    glBindTexture(GL_TEXTURE_2D, textures_[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, k_formats[i], size_.width, size_.height, 0, k_channels[i],
                 GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, k_attachments[i], GL_TEXTURE_2D, textures_[i], 0);
  }
  require_complete();
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, scene.texture_kind(),
                         scene.depth(), 0);
  glDrawBuffers(2, k_attachments.data());
  require_complete();
}

GlassBuffer::~GlassBuffer() {
  glDeleteFramebuffers(1, &drawn_);
  glDeleteFramebuffers(1, &resolved_);
  glDeleteRenderbuffers(2, samples_);
  glDeleteTextures(2, textures_);
}

void GlassBuffer::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
  glViewport(0, 0, size_.width, size_.height);
  constexpr std::array<float, 4> k_black = {0, 0, 0, 1}, k_empty = {0, 0, 0, 0};
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearBufferfv(GL_COLOR, 0, k_black.data());
  glClearBufferfv(GL_COLOR, 1, k_empty.data());
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  // Colours and weights are summed; the transmitted fractions (alpha) are multiplied.
  glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
}

void GlassBuffer::end() const {
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_);
  for (std::size_t i = 0; i < k_attachments.size(); ++i) {
    std::array<GLenum, 2> into = {GL_NONE, GL_NONE};
    into[i] = k_attachments[i];
    glReadBuffer(k_attachments[i]);
    glDrawBuffers(2, into.data());
    glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
}

}  // namespace condyle
