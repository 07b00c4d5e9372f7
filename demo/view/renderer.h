#pragma once

#include <memory>

#include "view/draw_list.h"
#include "view/frame_buffer.h"
#include "view/gl_program.h"
#include "view/glass_buffer.h"
#include "view/soft_light.h"

namespace condyle {

/// The destination of a picture: a frame buffer (0: the window) and a part of it, in pixels from
/// the lower left corner.
struct DrawTarget {
  GLuint frame_buffer = 0;
  int x = 0, y = 0;
  ViewSize size;
};

/// Draws a DrawList with OpenGL 3.3 core: first bodies and floor with their shadows and outlines,
/// then strands and arrows, glass over them in any order, and last the maps of pressure or wear,
/// which only solid parts hide. A map therefore matches the colours of its bar to 2/255,
/// independent of light, shadow, lines and glass. The OpenGL context in which the renderer was
/// created must be current.
class Renderer {
 public:
  /// `samples` per pixel smooth the edges. 0 is several times faster without a graphics card; edges
  /// of the finished picture are smoothed then.
  explicit Renderer(int samples = 4);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  void draw(const DrawList& list, const DrawTarget& target);

  /// The bytes of all values that were set in its programs so far.
  std::size_t bytes_sent() const;

 private:
  void prepare(ViewSize size);
  void load_colors(const ColorScale& colors);
  void draw_background(const DrawList& list, ViewSize size);
  void draw_bodies(const DrawList& list, ViewSize size);
  void draw_strands(const DrawList& list, ViewSize size);
  void draw_hidden_arrows(const DrawList& list, ViewSize size);
  void draw_rod(const DrawnRod& rod, bool round_ends = true);
  void draw_arrow(const DrawnArrow& arrow, bool round_ends = true);
  void draw_floor(const DrawList& list, ViewSize size);
  void draw_glass(const DrawList& list, ViewSize size);
  void lay_glass_over();
  void draw_patches(const DrawList& list, ViewSize size);
  void present(const DrawList& list, const DrawTarget& target);
  void set_outline(const DrawList& list, ViewSize size) const;
  void fill() const;

  int n_samples_;
  SoftLight soft_light_;
  GlProgram solid_program_, glass_program_, glass_over_program_, patch_program_;
  GlProgram floor_program_, background_program_, present_program_, smooth_program_;
  GpuMesh bar_, cone_, sphere_, floor_;
  GLuint map_ = 0, empty_vertex_array_ = 0;
  ColorScale loaded_;                               // the map in map_, without bands
  std::unique_ptr<FrameBuffer> scene_, presented_;  // `presented_` without samples
  std::unique_ptr<GlassBuffer> glass_;              // created when a picture has glass
};

}  // namespace condyle
