#pragma once

#include <memory>

#include "view/draw_list.h"
#include "view/frame_buffer.h"
#include "view/gl_program.h"

namespace condyle {

/// Where a picture goes: a frame buffer (0: the window) and a part of it, pixels from the lower
/// left.
struct DrawTarget {
  GLuint frame_buffer = 0;
  int x = 0, y = 0;
  ViewSize size;
};

/// Draws a DrawList with OpenGL 3.3 core. Needs the context in which it was made to be current.
class Renderer {
 public:
  /// `samples` per pixel smooth the edges; 0 is several times faster without a graphics card.
  explicit Renderer(int samples = 4);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  void draw(const DrawList& list, const DrawTarget& target);

 private:
  void prepare(ViewSize size);
  void load_map(ColorMap map);
  void draw_background(ViewSize size);
  void set_up_mesh_program(const DrawList& list, ViewSize size);
  void draw_opaque(const DrawList& list);
  void draw_rod(const DrawnRod& rod);
  void draw_arrow(const DrawnArrow& arrow);
  void draw_floor(const DrawList& list, ViewSize size);
  void draw_transparent(const DrawList& list);
  void draw_mesh(const DrawnMesh& mesh);
  void present(const DrawTarget& target);

  GlProgram mesh_program_, floor_program_, background_program_, present_program_;
  GpuMesh bar_, cone_, sphere_, floor_;
  int n_samples_;
  GLuint map_ = 0, empty_vertex_array_ = 0;
  ColorMap loaded_map_ = ColorMap::viridis;
  std::unique_ptr<FrameBuffer> scene_, resolved_;
};

}  // namespace condyle
