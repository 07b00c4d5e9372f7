#include "view/opengl.h"

namespace condyle {

const char* shader_version() { return "#version 300 es"; }

// The fragments beyond a plane are discarded, since WebGL 2 has no distances to clip at.
const char* shader_header(GLenum) {
  return R"(
precision highp float;
precision highp int;
precision highp sampler2D;
#define OUT_CUT_PLACE out float v_cut_place;
#define CUT_PLACE v_cut_place
#define IN_CUT_PLACE in float v_cut_place;
#define LEAVE_IF_CUT if (v_cut_place < 0.0) discard;
)";
}

// Without a plane, shaders get one that cuts nothing off (cutting.cpp).
void begin_cut() {}

void end_cut() {}

void draw_sides_only(bool) {}

// WebGL 2 has no textures with samples; edges are smoothed on the finished picture instead.
int granted_samples(int) { return 0; }

GLenum texture_kind(int) { return GL_TEXTURE_2D; }

void make_samples(int, GLenum, ViewSize) {}

}  // namespace condyle
