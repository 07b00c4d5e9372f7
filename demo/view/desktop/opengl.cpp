#include "view/opengl.h"

#include <algorithm>

namespace condyle {
namespace {

constexpr GLboolean k_same_places = GL_TRUE;  // of samples in colours, depth and glass

}  // namespace

const char* shader_version() { return "#version 330 core"; }

const char* shader_header(GLenum) {
  return R"(
#define OUT_CUT_PLACE
#define CUT_PLACE gl_ClipDistance[0]
#define IN_CUT_PLACE
#define LEAVE_IF_CUT
)";
}

void begin_cut() { glEnable(GL_CLIP_DISTANCE0); }

void end_cut() { glDisable(GL_CLIP_DISTANCE0); }

void draw_sides_only(bool yes) { glPolygonMode(GL_FRONT_AND_BACK, yes ? GL_LINE : GL_FILL); }

int granted_samples(int wanted) {
  GLint colors = 0, depths = 0;
  glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &colors);
  glGetIntegerv(GL_MAX_DEPTH_TEXTURE_SAMPLES, &depths);
  return std::min({wanted, colors, depths});
}

GLenum texture_kind(int samples) { return samples > 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D; }

void make_samples(int samples, GLenum format, ViewSize size) {
  glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, format, size.width, size.height,
                          k_same_places);
}

}  // namespace condyle
