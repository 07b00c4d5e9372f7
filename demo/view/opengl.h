#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif

#include "view/camera.h"

namespace condyle {

// Where OpenGL 3.3 and WebGL 2, which is OpenGL ES 3, differ: desktop/opengl.cpp and
// browser/opengl.cpp.

/// The `#version` of shaders.
const char* shader_version();

/// What stands between the `#version` of a shader and its own text: precision, and macros for
/// planes that cut. A vertex shader writes CUT_PLACE; in a mesh behind it, a fragment shader of a
/// surface begins main() with LEAVE_IF_CUT and has IN_CUT_PLACE before.
const char* shader_header(GLenum kind);

/// From here on shaders draw only where CUT_PLACE is at least 0.
void begin_cut();
void end_cut();

/// Whether triangles are drawn as their sides. A browser fills them.
void draw_sides_only(bool yes);

/// The samples per pixel that textures can have at most, up to `wanted`.
int granted_samples(int wanted);

/// The kind of textures with so many samples per pixel; shaders have another type for each.
GLenum texture_kind(int samples);

/// Gives the bound texture its size; `samples` > 0.
void make_samples(int samples, GLenum format, ViewSize size);

}  // namespace condyle
