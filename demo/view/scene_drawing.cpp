#include "view/scene_drawing.h"

#include <algorithm>
#include <cmath>

#include "base/ticks.h"
#include "view/looks.h"
#include "view/scene_camera.h"
#include "view/search_boxes.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

// As fractions of the scene's size.
constexpr double k_strand_radius = 0.004;
constexpr double k_many_strands = 30;     // more strands than this are drawn thinner
constexpr double k_strand_piece = 1.5;    // segment length of a bent tube, in tube radii
constexpr double k_idle_radius = 0.6;     // radius of a slack strand over that of a taut one
constexpr double k_parted_radius = 0.3;   // radius of a cut strand
constexpr double k_moment_length = 0.15;  // of the largest arrow of a moment over the contact
constexpr double k_moment_before = 1;     // largest moment before any contact [N m]
constexpr float k_glass = 0.30f, k_box_opacity = 0.06f;
constexpr int k_bar_ticks = 6;
constexpr ViewSize k_usual_size{4, 3};  // only the aspect counts

bool is_driven(const ShownWorld& world, MeshIndex index) {
  return world.bodies()[index.body].kind == scene::BodyKind::kinematic;
}

double distance_to(const Eigen::Vector3d& p_W, const ShownWorld& world, MeshIndex index) {
  const Pose X_WM = world.bodies()[index.body].X_WB * world.mesh(index).X_BM;
  const Eigen::Vector3d centre = X_WM * bounding_box(*world.mesh(index).mesh).center();
  return (centre - p_W).norm();
}

/// A box around all meshes in the world.
Eigen::AlignedBox3d box_of(const ShownWorld& world) {
  Eigen::AlignedBox3d box;
  for (const WorldBody& body : world.bodies()) {
    for (const WorldMesh& mesh : body.meshes)
      box.extend(bounding_box(*mesh.mesh).transformed(Eigen::Isometry3d(body.X_WB * mesh.X_BM)));
  }
  return box;
}

/// Radius of a strand over that of a taut one.
double radius_part(const WorldStrand& strand, StrandColor by) {
  if (is_parted(strand)) return k_parted_radius;
  return painted_value(strand, by) > 0 ? 1 : k_idle_radius;
}

}  // namespace

SceneDrawing::SceneDrawing(const ShownWorld& world, const Eigen::AlignedBox3d& focus) {
  keep_up_with(world);
  Eigen::AlignedBox3d box = bounds(world);
  if (box.isEmpty()) box.extend(Eigen::Vector3d::Zero().eval());
  const double size = (focus.isEmpty() ? box : focus).diagonal().norm();
  scene_size_ = size > 0 ? size : 1;
  const Eigen::Vector3d up = scene_up(world.scene());
  const Eigen::Vector3d centre = world.scene().camera.target.value_or(box.center());
  const double height =
      up.dot(box.center()) - up.cwiseAbs().dot(box.sizes()) / 2 - 0.02 * scene_size_;
  floor_centre_ = centre + (height - up.dot(centre)) * up;
}

SceneDrawing::Part SceneDrawing::make_part(const WorldMesh& mesh, int body, int index) {
  auto gpu = std::make_unique<GpuMesh>(*mesh.mesh);
  sent_ += gpu->bytes();
  return {mesh.mesh, std::move(gpu), bounding_box(*mesh.mesh), body, index};
}

// Updates the meshes on the graphics card, because a reset may give the world new ones.
void SceneDrawing::keep_up_with(const ShownWorld& world) {
  std::size_t next = 0;
  for (int b = 0; b < static_cast<int>(world.bodies().size()); ++b) {
    const auto& meshes = world.bodies()[b].meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m, ++next) {
      if (next == parts_.size()) {
        parts_.push_back(make_part(meshes[m], b, m));
      } else if (parts_[next].mesh != meshes[m].mesh) {
        parts_[next] = make_part(meshes[m], b, m);
      }
    }
  }
}

Eigen::AlignedBox3d SceneDrawing::bounds(const ShownWorld& world) const {
  Eigen::AlignedBox3d all;
  for (const Part& part : parts_) {
    const WorldBody& body = world.bodies()[part.body];
    const Pose X_WM = body.X_WB * body.meshes[part.index].X_BM;
    all.extend(part.box.transformed(X_WM));
  }
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i) {
    for (const Eigen::Vector3d& point : world.strand_polyline(i, scene_size_)) all.extend(point);
  }
  return all;
}

void SceneDrawing::forget() {
  largest_ = {};
  force_ = moment_ = {};
  is_expected_ = false;
}

void SceneDrawing::expect(double pressure, double force) {
  forget();
  largest(Field::pressure).observe(pressure);
  force_.observe(force);
  is_expected_ = true;
}

void SceneDrawing::observe(const ShownWorld& world) {
  LargestFigures now;
  now.observe(world);
  observe(now);
}

void SceneDrawing::observe(const LargestFigures& figures) {
  largest(Field::wear).observe(figures.wear);
  largest(Field::depth).observe(figures.depth);
  if (is_expected_) return;
  largest(Field::pressure).observe(figures.pressure);
  force_.observe(figures.force);
  moment_.observe(figures.moment);
}

void SceneDrawing::update(const ShownWorld& world, const ViewOptions& options, DrawList& list) {
  sent_ = 0;
  keep_up_with(world);
  observe(world);
  list.meshes.clear();
  list.patches.clear();
  list.rods.clear();
  list.arrows.clear();
  list.cut = options.cut.active();
  add_meshes(world, options, list);
  if (options.box_level >= 0) add_search_boxes(world, options.box_level, list);
  if (options.normals) add_casting_normals(world, arrow_size(world), list);
  set_paint(world, options, patches_.update(world, options, list), list);
  for (const DrawnPatch& patch : list.patches) sent_ += patch.patch->bytes();
  list.bytes_sent = sent_;
  const bool strain = options.strand_color == StrandColor::strain;
  strand_paint_ = {options.strand_color, strain ? options.strain_limit : options.force_limit};
  if (options.strands) add_strands(world, list);
  list.newtons_per_metre = 0;
  if (options.forces || options.moments) add_arrows(world, options, list);
  list.effects = options.effects;
  list.backdrop = backdrop_colors(options);
  list.floor.spacing = 0;
  if (options.floor) add_floor(list);
}

void SceneDrawing::set_paint(const ShownWorld& world, const ViewOptions& options, double peak,
                             DrawList& list) {
  const Field field = options.field;
  const bool sets_range = field != Field::pressure || !is_expected_;
  if (sets_range && !world.is_settling()) largest(field).observe(peak);
  const FieldScale& scale = options.scale_of(field);
  const double top = top_of_range(options, largest(field), peak);
  const FieldUnit unit = unit_of(options, field, top);
  const double tick = unit.si * choose_ticks(0, top / unit.si, k_bar_ticks).step;
  const double step = scale.contour_step > 0 ? scale.contour_step : tick;
  list.paint = {field, {options.colors.map, options.colors.reversed}, top};
  if (options.colors.bands) list.paint.colors.band = step / top;
  if (options.contours) list.paint.contour_step = step;
  list.paint.threshold = scale.threshold;
  list.paint.outline = options.outline;
  list.paint.line_width = options.line_width;
  list.paint.largest = peak;
}

FieldUnit SceneDrawing::unit_of(const ViewOptions& options, Field field, double top) const {
  if (field != Field::pressure) return description_of(field).unit(top);
  const PressureUnit unit = pressure_unit(options);
  return {unit.name, unit.pascals};
}

void SceneDrawing::add_meshes(const ShownWorld& world, const ViewOptions& options, DrawList& list) {
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    if (list.cut && !part.is_closed) part.is_closed = is_closed(*part.mesh);
    const WorldBody& body = world.bodies()[part.body];
    const WorldMesh& mesh = body.meshes[part.index];
    const float opacity = k < options.opacity.size() ? options.opacity[k] : 1;
    if (opacity <= 0) continue;
    const Pose X_WM = body.X_WB * mesh.X_BM;
    list.meshes.push_back(
        {part.gpu.get(), X_WM, look_of(mesh), opacity, part.is_closed.value_or(false)});
  }
}

void SceneDrawing::add_search_boxes(const ShownWorld& world, int level, DrawList& list) {
  const Look look{{0.35f, 0.75f, 0.95f}, 0.9f, 0};
  for (Part& part : parts_) {
    const WorldBody& body = world.bodies()[part.body];
    const WorldMesh& mesh = body.meshes[part.index];
    if (!mesh.surface) continue;
    if (!part.boxes || part.box_level != level) {
      part.boxes = std::make_unique<GpuMesh>(mesh_of_boxes(search_boxes(*mesh.surface, level)));
      sent_ += part.boxes->bytes();
    }
    part.box_level = level;
    list.meshes.push_back({part.boxes.get(), body.X_WB * mesh.X_BM, look, k_box_opacity});
  }
}

void SceneDrawing::add_strands(const ShownWorld& world, DrawList& list) const {
  const auto count = static_cast<double>(world.strands().size());
  const double radius =
      k_strand_radius * scene_size_ * std::sqrt(std::min(1.0, k_many_strands / count));
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i) {
    const WorldStrand& strand = world.strands()[i];
    const Look look = strand_look(strand, strand_paint_);
    const double part = radius_part(strand, strand_paint_.by);
    const std::vector<Eigen::Vector3d> points = world.strand_polyline(i, k_strand_piece * radius);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      list.rods.push_back({points[k], points[k + 1], part * radius, look});
    }
  }
}

// All arrows of a picture have the same scale.
void SceneDrawing::add_arrows(const ShownWorld& world, const ViewOptions& options,
                              DrawList& list) const {
  const std::vector<ContactLoad> loads = contact_loads(world);
  const double longer = 1 / options.arrow_length;
  const ArrowScales wanted{longer * force_scale(world), longer * moment_.top(k_moment_before) /
                                                            (k_moment_length * arrow_size(world))};
  const ArrowScales scales = within_picture(wanted, force_.top(0), moment_.top(0), loads, list);
  list.newtons_per_metre = scales.newtons_per_metre;
  condyle::add_arrows(loads, options, scales, arrow_size(world), list);
}

double SceneDrawing::arrow_size(const ShownWorld& world) const {
  const double size = contact_size(world);
  return size > 0 ? std::min(size, scene_size_) : scene_size_;
}

void SceneDrawing::add_floor(DrawList& list) const {
  list.floor.centre = floor_centre_;
  list.floor.spacing = std::pow(10.0, std::floor(std::log10(scene_size_ / 2)));
}

std::vector<float> default_opacity(const ShownWorld& world) {
  std::vector<float> opacity;
  std::vector<std::pair<int, int>> order;
  for (int b = 0; b < static_cast<int>(world.bodies().size()); ++b) {
    for (int m = 0; m < static_cast<int>(world.bodies()[b].meshes.size()); ++m) {
      order.emplace_back(b, m);
    }
  }
  opacity.assign(order.size(), 1.0f);
  const Eigen::Vector3d eye_W = eye(scene_camera(world.scene(), box_of(world), k_usual_size));
  for (const WorldContact& contact : world.contacts()) {
    const bool casting_stands = world.bodies()[contact.casting.body].kind == scene::BodyKind::fixed;
    const bool target_stands = world.bodies()[contact.target.body].kind == scene::BodyKind::fixed;
    const bool casting_nearer =
        distance_to(eye_W, world, contact.casting) < distance_to(eye_W, world, contact.target);
    const bool both_driven = is_driven(world, contact.casting) && is_driven(world, contact.target);
    const bool casting_is_glass =
        !both_driven && (casting_stands == target_stands ? casting_nearer : target_stands);
    const MeshIndex glass = casting_is_glass ? contact.casting : contact.target;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (order[k] == std::pair(glass.body, glass.mesh)) opacity[k] = k_glass;
    }
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto& [body, mesh] = order[k];
    const std::optional<double>& chosen = world.bodies()[body].meshes[mesh].opacity;
    if (chosen) opacity[k] = static_cast<float>(*chosen);
  }
  return opacity;
}

}  // namespace condyle
