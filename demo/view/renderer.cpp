#include "view/renderer.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/system.h"
#include "view/cutting.h"
#include "view/lathe.h"
#include "view/mesh_placement.h"
#include "view/shaders.h"

namespace condyle {
namespace {

constexpr int k_map_texels = 256;
constexpr double k_floor_cells = 25;                             // from the centre to the rim
constexpr float k_over_maps = 0.01f;                             // alpha of strands and arrows
constexpr float k_hidden_opacity = 0.3f;                         // of arrows behind bodies
constexpr float k_edge_strength = 0.6f, k_mesh_strength = 0.4f;  // of lines

double floor_radius(const DrawList& list) {
  return k_floor_cells * std::max(list.floor.spacing, 0.0);
}

void set_lines(const GlProgram& program, const Effects& effects) {
  program.set("u_edge_lines", effects.lines ? k_edge_strength : 0.0f);
  // A browser draws no sides alone (opengl.h).
  const bool has_sides = effects.mesh_lines || (k_in_browser && effects.wireframe);
  program.set("u_mesh_lines", has_sides ? k_mesh_strength : 0.0f);
}

Eigen::Vector3f linear(Rgb8 color) {
  const Eigen::Vector3d srgb(color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
  return srgb.unaryExpr(&linear_from_srgb).cast<float>();
}

Eigen::Matrix4f clip_from_world(const Camera& camera, ViewSize size) {
  const Eigen::Matrix4d clip = projection_matrix(camera, size) * view_matrix(camera);
  return clip.cast<float>();
}

// Sets camera and light of a program that draws meshes.
void set_light(const GlProgram& program, const Camera& camera, ViewSize size) {
  Eigen::Matrix3d rig;
  rig << right_direction(camera).transpose(), up_direction(camera).transpose(),
      -view_direction(camera).transpose();
  program.use();
  program.set("u_clip_from_world", clip_from_world(camera, size));
  program.set("u_eye", Eigen::Vector3f(eye(camera).cast<float>()));
  program.set("u_up", Eigen::Vector3f(camera.R_WT.col(2).cast<float>()));
  program.set("u_rig", Eigen::Matrix3f(rig.cast<float>()));
}

void draw_mesh(const GlProgram& program, const DrawnMesh& mesh) {
  set_placement(program, mesh.X_WM.matrix());
  set_look(program, mesh.look);
  mesh.mesh->draw();
}

bool is_glass(const DrawnMesh& mesh) { return mesh.opacity > 0 && mesh.opacity < 1; }

// Alpha marks the pixels of maps; everything else leaves it unwritten.
void write_alpha(bool yes) { glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, yes ? GL_TRUE : GL_FALSE); }

void bind_texture(GLenum unit, GLenum kind, GLuint texture) {
  glActiveTexture(unit);
  glBindTexture(kind, texture);
}

// The pixels that the maps' boxes cover: left, bottom, right, top. All pixels if a box reaches
// behind the eye.
Eigen::Array4f box_of_maps(const DrawList& list, ViewSize size) {
  const float width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  const Eigen::Matrix4f clip = clip_from_world(list.camera, size);
  Eigen::Array4f box(width, height, 0, 0);
  for (const DrawnPatch& patch : list.patches) {
    for (int k = 0; k < 8; ++k) {
      const Eigen::Vector3d corner = patch.patch->box().corner(Eigen::AlignedBox3d::CornerType(k));
      const Eigen::Vector4f p = clip * (patch.X_WM * corner).cast<float>().homogeneous();
      if (!(p.w() > 0)) return {0, 0, width, height};
      const Eigen::Array2f pixel =
          (p.head<2>().array() / p.w() + 1) / 2 * Eigen::Array2f(width, height);
      box.head<2>() = box.head<2>().min(pixel);
      box.tail<2>() = box.tail<2>().max(pixel);
    }
  }
  return box;
}

TriangleMesh unit_square() {
  TriangleMesh mesh;
  mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

}  // namespace

Renderer::Renderer(int samples)
    : n_samples_(granted_samples(samples)),
      soft_light_(n_samples_),
      solid_program_(shaders::k_mesh_vertex,
                     std::string(shaders::k_light) + shaders::k_solid_fragment),
      glass_program_(shaders::k_mesh_vertex,
                     std::string(shaders::k_light) + shaders::k_glass_fragment),
      glass_over_program_(shaders::k_screen_vertex, shaders::k_glass_over_fragment),
      patch_program_(shaders::k_patch_vertex, shaders::k_patch_fragment),
      floor_program_(shaders::k_floor_vertex, shaders::k_floor_fragment),
      background_program_(shaders::k_screen_vertex, shaders::k_background_fragment),
      present_program_(shaders::k_screen_vertex,
                       shaders::samples_header(n_samples_) + shaders::k_present_fragment),
      smooth_program_(shaders::k_screen_vertex,
                      std::string("uniform vec2 u_size;\n") + shaders::k_smooth_fragment),
      bar_(unit_bar()),
      cone_(unit_cone()),
      sphere_(unit_sphere(), 1.5),
      floor_(unit_square()) {
  glGenVertexArrays(1, &empty_vertex_array_);
  glGenTextures(1, &map_);
  load_colors(loaded_);
}

Renderer::~Renderer() {
  glDeleteVertexArrays(1, &empty_vertex_array_);
  glDeleteTextures(1, &map_);
}

void Renderer::load_colors(const ColorScale& colors) {
  loaded_ = {.map = colors.map, .reversed = colors.reversed, .diverges = colors.diverges};
  std::array<Rgb8, k_map_texels> texels;
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = color_at(loaded_, static_cast<double>(i) / (k_map_texels - 1));
  }
  glBindTexture(GL_TEXTURE_2D, map_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8, k_map_texels, 1, 0, GL_RGB, GL_UNSIGNED_BYTE,
               texels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void Renderer::draw(const DrawList& list, const DrawTarget& target) {
  prepare(target.size);
  const ColorScale& colors = list.paint.colors;
  if (colors.map != loaded_.map || colors.reversed != loaded_.reversed ||
      colors.diverges != loaded_.diverges)
    load_colors(colors);
  scene_->bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  write_alpha(false);
  draw_background(list, target.size);
  draw_bodies(list, target.size);
  draw_floor(list, target.size);
  soft_light_.draw(list, *scene_, floor_radius(list));
  scene_->bind();
  draw_hidden_arrows(list, target.size);
  write_alpha(true);
  draw_strands(list, target.size);
  write_alpha(false);
  if (std::ranges::any_of(list.meshes, is_glass)) draw_glass(list, target.size);
  write_alpha(true);
  draw_patches(list, target.size);
  present(list, target);
}

std::size_t Renderer::bytes_sent() const {
  std::size_t sent = soft_light_.bytes_sent();
  for (const GlProgram* program :
       {&solid_program_, &glass_program_, &glass_over_program_, &patch_program_, &floor_program_,
        &background_program_, &present_program_, &smooth_program_})
    sent += program->bytes_sent();
  return sent;
}

void Renderer::prepare(ViewSize size) {
  const bool fits =
      scene_ && scene_->size().width == size.width && scene_->size().height == size.height;
  if (!fits) {
    scene_ = std::make_unique<FrameBuffer>(FrameBuffer::Kind::scene, size, n_samples_);
    presented_ =
        n_samples_ > 0 ? nullptr : std::make_unique<FrameBuffer>(FrameBuffer::Kind::picture, size);
    glass_.reset();
  }
  // Dear ImGui leaves its own state behind.
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glEnable(GL_DEPTH_TEST);
  write_alpha(true);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  draw_sides_only(false);
}

void Renderer::draw_background(const DrawList& list, ViewSize size) {
  glDisable(GL_DEPTH_TEST);
  background_program_.use();
  background_program_.set("u_middle", list.backdrop.middle);
  background_program_.set("u_rim", list.backdrop.rim);
  background_program_.set("u_aspect", static_cast<float>(size.aspect()));
  fill();
  glEnable(GL_DEPTH_TEST);
}

void Renderer::draw_bodies(const DrawList& list, ViewSize size) {
  set_light(solid_program_, list.camera, size);
  set_lines(solid_program_, list.effects);
  solid_program_.set("u_mark", 0.0f);
  {
    const Cutting cutting(solid_program_, list);
    draw_sides_only(list.effects.wireframe);
    for (const DrawnMesh& mesh : list.meshes) {
      solid_program_.set("u_cut_face", list.cut && !mesh.is_closed ? 2 : 0);
      if (mesh.opacity >= 1) draw_mesh(solid_program_, mesh);
    }
    draw_sides_only(false);
  }
  solid_program_.set("u_cut_face", 0);
  if (!list.effects.wireframe) draw_cut_faces(solid_program_, list, floor_);
}

// Drawn after shadows and outlines, which would hide the colours of thin strands.
void Renderer::draw_strands(const DrawList& list, ViewSize size) {
  set_light(solid_program_, list.camera, size);
  set_lines(solid_program_, {.lines = false});
  solid_program_.set("u_mark", k_over_maps);
  for (const DrawnRod& rod : list.rods) draw_rod(rod);
  for (const DrawnArrow& arrow : list.arrows) draw_arrow(arrow);
}

// What bodies hide of the arrows shows faintly through them. Only front faces, each once, so that
// blending is even.
void Renderer::draw_hidden_arrows(const DrawList& list, ViewSize size) {
  if (list.arrows.empty()) return;
  set_light(solid_program_, list.camera, size);
  set_lines(solid_program_, {.lines = false});
  glEnable(GL_BLEND);
  glBlendColor(0, 0, 0, k_hidden_opacity);
  glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
  glEnable(GL_CULL_FACE);
  glDepthFunc(GL_GREATER);
  glDepthMask(GL_FALSE);
  for (const DrawnArrow& arrow : list.arrows) draw_arrow(arrow, false);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
}

void Renderer::draw_rod(const DrawnRod& rod, bool round_ends) {
  const Eigen::Vector3d axis = rod.p_WB - rod.p_WA;
  set_look(solid_program_, rod.look);
  if (axis.norm() > 0) {
    set_placement(solid_program_, placed(rod.p_WA, axis, rod.radius, axis.norm()));
    bar_.draw();
  }
  if (!round_ends) return;
  for (const Eigen::Vector3d& end : {rod.p_WA, rod.p_WB}) {
    set_placement(solid_program_, placed(end, Eigen::Vector3d::UnitZ(), rod.radius, rod.radius));
    sphere_.draw();
  }
}

void Renderer::draw_arrow(const DrawnArrow& arrow, bool round_ends) {
  const Eigen::Vector3d axis = arrow.p_WTip - arrow.p_WTail;
  const double length = axis.norm();
  if (!(length > 0)) return;
  const int heads = arrow.kind == ArrowKind::moment ? 2 : 1;
  const double head = std::min(8 * arrow.radius, 0.6 * length / heads);
  const Eigen::Vector3d step = axis * (head / length);
  Eigen::Vector3d neck = arrow.p_WTip - step;
  for (int k = 0; k < heads; ++k, neck -= step) {
    set_look(solid_program_, arrow.look);
    set_placement(solid_program_, placed(neck, axis, 3 * arrow.radius, head));
    cone_.draw();
  }
  draw_rod({arrow.p_WTail, neck + step, arrow.radius, arrow.look}, round_ends);
}

void Renderer::draw_floor(const DrawList& list, ViewSize size) {
  if (!(list.floor.spacing > 0)) return;
  const double radius = floor_radius(list);
  const Eigen::Vector3d up = list.camera.R_WT.col(2);
  floor_program_.use();
  floor_program_.set("u_clip_from_world", clip_from_world(list.camera, size));
  const Eigen::Matrix4d X = placed(list.floor.centre, up, radius, radius);
  floor_program_.set("u_world_from_mesh", Eigen::Matrix4f(X.cast<float>()));
  floor_program_.set("u_floor_color", list.backdrop.floor);
  floor_program_.set("u_line_color", list.backdrop.floor_lines);
  floor_program_.set("u_cells", static_cast<float>(k_floor_cells));
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  floor_.draw();
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

void Renderer::draw_glass(const DrawList& list, ViewSize size) {
  if (!glass_) glass_ = std::make_unique<GlassBuffer>(*scene_);
  glass_->begin();
  set_light(glass_program_, list.camera, size);
  set_lines(glass_program_, list.effects);
  glass_program_.set("u_distance", static_cast<float>(list.camera.distance));
  {
    const Cutting cutting(glass_program_, list);
    draw_sides_only(list.effects.wireframe);
    for (const DrawnMesh& mesh : list.meshes) {
      if (!is_glass(mesh)) continue;
      glass_program_.set("u_opacity", mesh.opacity);
      draw_mesh(glass_program_, mesh);
    }
    draw_sides_only(false);
  }
  glass_->end();
  scene_->bind();
  write_alpha(false);
  lay_glass_over();
}

void Renderer::lay_glass_over() {
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glass_over_program_.use();
  glass_over_program_.set("u_sum", 0);
  glass_over_program_.set("u_weight", 1);
  bind_texture(GL_TEXTURE1, GL_TEXTURE_2D, glass_->weight());
  bind_texture(GL_TEXTURE0, GL_TEXTURE_2D, glass_->sum());
  fill();
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
}

void Renderer::draw_patches(const DrawList& list, ViewSize size) {
  const GlProgram& program = patch_program_;
  program.use();
  program.set("u_clip_from_world", clip_from_world(list.camera, size));
  program.set("u_eye", Eigen::Vector3f(eye(list.camera).cast<float>()));
  program.set("u_range", static_cast<float>(list.paint.range));
  program.set("u_band", static_cast<float>(list.paint.colors.band));
  program.set("u_contour_step", static_cast<float>(list.paint.contour_step));
  program.set("u_threshold", static_cast<float>(list.paint.threshold));
  program.set("u_line_width", static_cast<float>(list.paint.line_width));
  program.set("u_over_range_color", linear(k_over_range_color));
  program.set("u_map", 0);
  bind_texture(GL_TEXTURE0, GL_TEXTURE_2D, map_);
  const Cutting cutting(program, list);
  for (const DrawnPatch& patch : list.patches) {
    program.set("u_world_from_mesh", Eigen::Matrix4f(patch.X_WM.matrix().cast<float>()));
    program.set("u_line_at", static_cast<float>(patch.line_at));
    program.set("u_most", static_cast<float>(patch.most));
    patch.patch->draw();
  }
}

void Renderer::present(const DrawList& list, const DrawTarget& target) {
  const auto aim_at_target = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, target.frame_buffer);
    glViewport(target.x, target.y, target.size.width, target.size.height);
  };
  const Eigen::Vector2f size(static_cast<float>(target.size.width),
                             static_cast<float>(target.size.height));
  presented_ ? presented_->bind() : aim_at_target();
  glDisable(GL_DEPTH_TEST);
  present_program_.use();
  present_program_.set("u_size", size);
  present_program_.set("u_picture", 0);
  set_outline(list, target.size);
  bind_texture(GL_TEXTURE0, scene_->texture_kind(), scene_->texture());
  fill();
  if (!presented_) return;
  aim_at_target();
  smooth_program_.use();
  smooth_program_.set("u_size", size);
  smooth_program_.set("u_picture", 0);
  bind_texture(GL_TEXTURE0, GL_TEXTURE_2D, presented_->texture());
  fill();
}

// Only pixels near the maps are searched for their outline.
void Renderer::set_outline(const DrawList& list, ViewSize size) const {
  const float width = list.paint.outline ? static_cast<float>(list.paint.line_width) : 0;
  const Eigen::Array4f box = list.paint.outline ? box_of_maps(list, size) : Eigen::Array4f::Zero();
  const float margin = width + 2;
  present_program_.set("u_outline", width);
  present_program_.set("u_map_box", Eigen::Vector4f(box[0] - margin, box[1] - margin,
                                                    box[2] + margin, box[3] + margin));
}

void Renderer::fill() const {
  glBindVertexArray(empty_vertex_array_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace condyle
