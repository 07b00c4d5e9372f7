#include "view/soft_light.h"

#include <algorithm>
#include <cmath>

#include "view/cutting.h"
#include "view/shaders.h"

namespace condyle {
namespace {

constexpr ViewSize k_map_size{512, 512};
constexpr double k_reach = 0.12;        // of corners, in distances of the camera
constexpr double k_map_margin = 1.3;    // room for shadows beside bodies
constexpr float k_glass_cover = 0.45f;  // shadow of glass over that of a solid body
constexpr float k_outline_strength = 0.7f;

void read_texture(const GlProgram& program, const char* name, int unit, GLenum kind,
                  GLuint texture) {
  program.set(name, unit);
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(kind, texture);
  glActiveTexture(GL_TEXTURE0);
}

Eigen::Vector2f floats(ViewSize size) {
  return {static_cast<float>(size.width), static_cast<float>(size.height)};
}

}  // namespace

SoftLight::SoftLight(int samples)
    : height_program_(shaders::k_height_vertex, shaders::k_height_fragment),
      shade_program_(shaders::k_screen_vertex, shaders::samples_header(samples) + shaders::k_seen +
                                                   shaders::k_shade_fragment),
      spread_program_(shaders::k_screen_vertex, shaders::k_spread_fragment),
      shaded_program_(shaders::k_screen_vertex, shaders::samples_header(samples) + shaders::k_seen +
                                                    shaders::k_shaded_fragment),
      step_(samples > 0 ? 2 : 3),  // no samples: drawn without a graphics card
      heights_(FrameBuffer::Kind::linear, k_map_size) {
  glGenVertexArrays(1, &empty_vertex_array_);
}

SoftLight::~SoftLight() { glDeleteVertexArrays(1, &empty_vertex_array_); }

void SoftLight::draw(const DrawList& list, const FrameBuffer& scene, double floor_radius) {
  const Effects& effects = list.effects;
  if (!effects.occlusion && !effects.shadow && !effects.lines) return;
  const ViewSize size{(scene.size().width + step_ - 1) / step_,
                      (scene.size().height + step_ - 1) / step_};
  if (!light_ || light_->size().width != size.width || light_->size().height != size.height) {
    light_ = std::make_unique<FrameBuffer>(FrameBuffer::Kind::linear, size);
    spread_ = std::make_unique<FrameBuffer>(FrameBuffer::Kind::linear, size);
  }
  const MapView view = view_down(list, floor_radius);
  if (effects.shadow) draw_heights(list, view);
  glDisable(GL_DEPTH_TEST);
  if (effects.occlusion || effects.shadow) draw_shade(list, scene, view, floor_radius);
  darken(list, scene, floor_radius);
  glEnable(GL_DEPTH_TEST);
}

SoftLight::MapView SoftLight::view_down(const DrawList& list, double floor_radius) {
  Eigen::AlignedBox3d box;  // in the camera's turned frame T, whose z axis is up
  const Eigen::Matrix3d R_TW = list.camera.R_WT.transpose();
  for (const DrawnMesh& mesh : list.meshes) {
    const Eigen::Isometry3d X_TM(Eigen::Isometry3d(R_TW) * Eigen::Isometry3d(mesh.X_WM));
    box.extend(mesh.mesh->box().transformed(X_TM));
  }
  if (box.isEmpty()) return {};
  if (floor_radius > 0)
    box.extend(
        (R_TW * list.floor.centre).eval().z() < box.min().z()
            ? Eigen::Vector3d(box.center().x(), box.center().y(), (R_TW * list.floor.centre).z())
            : box.center().eval());
  MapView view;
  view.width = k_map_margin * std::max(box.sizes().x(), box.sizes().y()) + 0.5 * box.sizes().z();
  view.depth = 1.02 * box.sizes().z();
  if (!(view.width > 0) || !(view.depth > 0)) return {};
  Eigen::Matrix4d map_from_T = Eigen::Matrix4d::Identity();
  map_from_T.diagonal() << 2 / view.width, 2 / view.width, -2 / view.depth, 1;
  map_from_T.topRightCorner<3, 1>() = -(map_from_T.topLeftCorner<3, 3>() * box.center()).eval();
  view.map_from_world = map_from_T;
  view.map_from_world.topLeftCorner<3, 3>() *= R_TW;
  return view;
}

void SoftLight::draw_heights(const DrawList& list, const MapView& view) {
  heights_.bind();
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  if (!(view.width > 0)) return;
  glEnable(GL_BLEND);
  glBlendEquation(GL_MIN);
  glDisable(GL_DEPTH_TEST);
  height_program_.use();
  height_program_.set("u_map_from_world", Eigen::Matrix4f(view.map_from_world.cast<float>()));
  const Cutting cutting(height_program_, list);
  for (const DrawnMesh& mesh : list.meshes) {
    height_program_.set("u_world_from_mesh", Eigen::Matrix4f(mesh.X_WM.matrix().cast<float>()));
    height_program_.set("u_is_glass", mesh.opacity < 1 ? 1.0f : 0.0f);
    mesh.mesh->draw();
  }
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_BLEND);
}

void SoftLight::set_seen(const GlProgram& program, const DrawList& list, const FrameBuffer& scene,
                         double floor_radius) const {
  const Camera& camera = list.camera;
  const Eigen::Matrix4d clip = projection_matrix(camera, scene.size()) * view_matrix(camera);
  program.use();
  program.set("u_size", floats(scene.size()));
  read_texture(program, "u_depth", 0, scene.texture_kind(), scene.depth());
  program.set("u_world_from_clip", Eigen::Matrix4f(clip.inverse().cast<float>()));
  program.set("u_eye", Eigen::Vector3f(eye(camera).cast<float>()));
  program.set("u_ahead", Eigen::Vector3f(view_direction(camera).cast<float>()));
  program.set("u_up", Eigen::Vector3f(camera.R_WT.col(2).cast<float>()));
  program.set("u_floor", Eigen::Vector3f(list.floor.centre.cast<float>()));
  program.set("u_floor_radius", static_cast<float>(floor_radius));
  program.set("u_step", static_cast<float>(step_));
  program.set("u_far", static_cast<float>(camera.distance));
  program.set("u_corners", list.effects.occlusion ? 1 : 0);
  program.set("u_shadow", list.effects.shadow ? 1 : 0);
}

void SoftLight::draw_shade(const DrawList& list, const FrameBuffer& scene, const MapView& view,
                           double floor_radius) {
  const GlProgram& program = shade_program_;
  set_seen(program, list, scene, floor_radius);
  const double scale = projection_matrix(list.camera, scene.size())(1, 1);
  program.set("u_reach", static_cast<float>(k_reach * list.camera.distance));
  program.set("u_pixels_per_metre", static_cast<float>(scale * scene.size().height / 2));
  read_texture(program, "u_heights", 1, GL_TEXTURE_2D, heights_.texture());
  program.set("u_map_from_world", Eigen::Matrix4f(view.map_from_world.cast<float>()));
  program.set("u_map_depth", static_cast<float>(view.depth));
  program.set("u_map_width", static_cast<float>(view.width));
  program.set("u_glass_cover", k_glass_cover);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  light_->bind();
  fill();
  spread_program_.use();
  read_texture(spread_program_, "u_light", 0, GL_TEXTURE_2D, light_->texture());
  spread_->bind();
  fill();
}

void SoftLight::darken(const DrawList& list, const FrameBuffer& scene, double floor_radius) {
  const GlProgram& program = shaded_program_;
  set_seen(program, list, scene, floor_radius);
  const Eigen::Matrix4d P = projection_matrix(list.camera, scene.size());
  read_texture(program, "u_light", 1, GL_TEXTURE_2D, spread_->texture());
  program.set("u_outline", list.effects.lines ? k_outline_strength : 0.0f);
  program.set("u_depth_slope", static_cast<float>(-P(2, 3) / 2));
  program.set("u_pixel", static_cast<float>(2 / (P(1, 1) * scene.size().height)));
  scene.bind_without_depth();
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ZERO, GL_SRC_COLOR);
  fill();
  glDisable(GL_BLEND);
}

void SoftLight::fill() const {
  glBindVertexArray(empty_vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace condyle
