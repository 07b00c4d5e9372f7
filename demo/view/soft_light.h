#pragma once

#include <memory>

#include "view/draw_list.h"
#include "view/frame_buffer.h"
#include "view/gl_program.h"

namespace condyle {

/// Darkens what is drawn so far, solid bodies and floor, where little light comes: in corners and
/// gaps, below bodies, and at outlines. The OpenGL context in which it was created must be current.
class SoftLight {
 public:
  /// `samples` per pixel of the pictures that it darkens.
  explicit SoftLight(int samples);
  ~SoftLight();
  SoftLight(const SoftLight&) = delete;
  SoftLight& operator=(const SoftLight&) = delete;

  /// Multiplies the colours of `scene`. Bodies of glass throw a weak shadow and are not darkened.
  /// `floor_radius` [m] 0: there is no floor.
  void draw(const DrawList& list, const FrameBuffer& scene, double floor_radius);

  std::size_t bytes_sent() const {
    return height_program_.bytes_sent() + shade_program_.bytes_sent() +
           spread_program_.bytes_sent() + shaded_program_.bytes_sent();
  }

 private:
  /// A view straight down on all bodies; both matrices map into [-1, 1].
  struct MapView {
    Eigen::Matrix4d map_from_world = Eigen::Matrix4d::Identity();
    double width = 0, depth = 0;  ///< [m]
  };

  static MapView view_down(const DrawList& list, double floor_radius);
  void draw_heights(const DrawList& list, const MapView& view);
  void set_seen(const GlProgram& program, const DrawList& list, const FrameBuffer& scene,
                double floor_radius) const;
  void draw_shade(const DrawList& list, const FrameBuffer& scene, const MapView& view,
                  double floor_radius);
  void darken(const DrawList& list, const FrameBuffer& scene, double floor_radius);
  void fill() const;

  GlProgram height_program_, shade_program_, spread_program_, shaded_program_;
  GLuint empty_vertex_array_ = 0;
  int step_;  // pixels of a picture per pixel of light, along each axis
  FrameBuffer heights_;
  std::unique_ptr<FrameBuffer> light_, spread_;
};

}  // namespace condyle
