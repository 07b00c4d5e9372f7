#include "view/scene_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/figure_text.h"
#include "core/scene/src/scene_words.h"
#include "core/src/contact/laws/law_description.h"
#include "view/scene_camera.h"
#include "view/theme.h"
#include "world/scene_figures.h"
#include "world/strand_groups.h"

namespace condyle {
namespace {

constexpr double k_polyline_step = 0.003;  // of strands that wrap [m]
// In text heights: distance of a label from its point, and of the ground from its words.
constexpr float k_beside = 0.6f, k_ground_margin = 0.25f;

void add_figures(const DrawList& list, std::vector<SceneLabel>& labels) {
  constexpr std::array k_kinds = {SceneLabel::Kind::force, SceneLabel::Kind::friction,
                                  SceneLabel::Kind::moment};
  for (const DrawnArrow& arrow : list.arrows)
    if (!arrow.figure.empty())
      labels.push_back({arrow.p_WTip, arrow.figure, k_kinds[static_cast<std::size_t>(arrow.kind)]});
}

/// A box around the meshes of a body that touch others, which are what one looks at; around all if
/// none does.
Eigen::AlignedBox3d box_around(const WorldBody& body) {
  Eigen::AlignedBox3d of_all, of_surfaces;
  for (const WorldMesh& mesh : body.meshes) {
    const Eigen::AlignedBox3d box =
        bounding_box(*mesh.mesh).transformed(Eigen::Isometry3d(body.X_WB * mesh.X_BM));
    of_all.extend(box);
    if (mesh.surface) of_surfaces.extend(box);
  }
  return of_surfaces.isEmpty() ? of_all : of_surfaces;
}

// At the top of what touches of each body.
void add_bodies(const ShownWorld& world, std::vector<SceneLabel>& labels) {
  const Eigen::Vector3d up = scene_up(world.scene());
  for (const WorldBody& body : world.bodies()) {
    const Eigen::AlignedBox3d box = box_around(body);
    if (box.isEmpty()) continue;
    const Eigen::Vector3d top = box.center() + up.cwiseAbs().dot(box.sizes()) / 2 * up;
    labels.push_back({top, body.name});
  }
}

// At the centre of pressure of each region, or of each contact without regions.
void add_regions(const ShownWorld& world, std::vector<SceneLabel>& labels) {
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const auto add = [&](const std::string& name, const ContactStatistics& statistics) {
      if (statistics.n_contacting > 0)
        labels.push_back({contact.report->X_WC * statistics.center_of_pressure, name});
    };
    const auto named = named_regions(contact.report->result());
    if (named.empty()) add(contact.name, contact.report->result().total);
    for (const RegionStatistics& region : named) add(region.name, region.statistics);
  }
}

/// Of a ball on a table the ball: the mesh of a contact that moves, or of two the smaller.
MeshIndex named_by_law(const ShownWorld& world, const WorldContact& contact) {
  const auto stands = [&](MeshIndex index) {
    return world.bodies()[index.body].kind == scene::BodyKind::fixed;
  };
  if (stands(contact.casting) != stands(contact.target))
    return stands(contact.casting) ? contact.target : contact.casting;
  const bool casting_is_smaller =
      mesh_diagonal(world, contact.casting) < mesh_diagonal(world, contact.target);
  return casting_is_smaller ? contact.casting : contact.target;
}

// In the middle of the mesh.
void add_laws(const ShownWorld& world, std::vector<SceneLabel>& labels) {
  for (const WorldContact& contact : world.contacts()) {
    const MeshIndex named = named_by_law(world, contact);
    const WorldMesh& mesh = world.mesh(named);
    const Eigen::Vector3d middle = bounding_box(*mesh.mesh).center();
    std::string law = scene::words::laws[static_cast<std::size_t>(place_of_law(contact.settings))];
    std::ranges::replace(law, '_', ' ');
    labels.push_back({world.bodies()[named.body].X_WB * mesh.X_BM * middle, law});
  }
}

Eigen::Vector3d middle_of_strand(const ShownWorld& world, int strand) {
  const std::vector<Eigen::Vector3d> points = world.strand_polyline(strand, k_polyline_step);
  double length = 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) length += (points[k + 1] - points[k]).norm();
  double rest = length / 2;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const double piece = (points[k + 1] - points[k]).norm();
    if (rest <= piece && piece > 0) return points[k] + rest / piece * (points[k + 1] - points[k]);
    rest -= piece;
  }
  return points.empty() ? Eigen::Vector3d::Zero() : points.front();
}

// In the middle of the middle strand of each ligament.
void add_ligaments(const ShownWorld& world, std::vector<SceneLabel>& labels) {
  for (const StrandGroup& group : strand_groups(world.strands())) {
    const int middle = group.strands[group.strands.size() / 2];
    labels.push_back({middle_of_strand(world, middle), group.name});
  }
}

ImU32 color_of(SceneLabel::Kind kind, const TextColors& colors) {
  switch (kind) {
    case SceneLabel::Kind::name:
      break;
    case SceneLabel::Kind::force:
      return colors.force;
    case SceneLabel::Kind::friction:
      return colors.friction;
    case SceneLabel::Kind::moment:
      return colors.moment;
  }
  return colors.text;
}

double distance_to_segment(const Eigen::Vector2d& p, const Eigen::Vector2d& a,
                           const Eigen::Vector2d& b) {
  const Eigen::Vector2d along = b - a;
  const double square = along.squaredNorm();
  const double part = square > 0 ? std::clamp((p - a).dot(along) / square, 0.0, 1.0) : 0;
  return (a + part * along - p).norm();
}

}  // namespace

std::vector<SceneLabel> scene_labels(const ShownWorld& world, const ViewOptions& options,
                                     const DrawList& list) {
  std::vector<SceneLabel> labels;
  if (options.figures) add_figures(list, labels);
  if (options.labels.regions) add_regions(world, labels);
  if (options.labels.laws) add_laws(world, labels);
  if (options.labels.ligaments) add_ligaments(world, labels);
  if (options.labels.bodies) add_bodies(world, labels);
  return labels;
}

bool find_room(const ScreenArea& view, const ImVec2& point, const WrittenTexts& taken,
               ScreenArea& words) {
  const float away = k_beside * text_height();
  const std::array<ImVec2, 4> places = {{{away, -words.height / 2},
                                         {-away - words.width, -words.height / 2},
                                         {-words.width / 2, -away - words.height},
                                         {-words.width / 2, away}}};
  for (const ImVec2& place : places) {
    words.x = point.x + place.x;
    words.y = point.y + place.y;
    const auto covers = [&](const WrittenText& text) { return overlap(text.area, words); };
    if (contains(view, words) && std::ranges::none_of(taken, covers)) return true;
  }
  return false;
}

WrittenTexts draw_labels(ImDrawList& list, const ScreenArea& view, const Camera& camera,
                         std::span<const SceneLabel> labels, const WrittenTexts& taken,
                         const TextGround& below) {
  const ViewSize size{static_cast<int>(view.width), static_cast<int>(view.height)};
  const TextColors colors = colors_over(below);
  TextWriter writer(list, colors);
  WrittenTexts all = taken;
  for (const SceneLabel& label : labels) {
    const Eigen::Vector3d pixel = project(camera, size, label.p_W);
    if (!(pixel.z() > 0)) continue;
    const ImVec2 point(view.x + static_cast<float>(pixel.x()),
                       view.y + static_cast<float>(pixel.y()));
    ScreenArea words = TextWriter::room_of(fonts().text, 0, 0, label.text);
    if (!find_room(view, point, all, words)) continue;
    const float margin = k_ground_margin * text_height();
    list.AddRectFilled({words.x - margin, words.y}, {words.right() + margin, words.bottom()},
                       colors.ground, margin);
    writer.write(words.x, words.y, color_of(label.kind, colors), label.text);
    all.push_back({label.text, words});
  }
  return writer.take();
}

int strand_at(const ShownWorld& world, const Camera& camera, ViewSize size, double x, double y,
              double reach) {
  int nearest = -1;
  double least = reach;
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i) {
    const std::vector<Eigen::Vector3d> points = world.strand_polyline(i, k_polyline_step);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const Eigen::Vector3d a = project(camera, size, points[k]);
      const Eigen::Vector3d b = project(camera, size, points[k + 1]);
      if (!(a.z() > 0) || !(b.z() > 0)) continue;
      const double distance = distance_to_segment({x, y}, a.head<2>(), b.head<2>());
      if (distance > least) continue;
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

std::string strand_text(const WorldStrand& strand) {
  if (strand.is_cut) return strand.name + ": cut";
  if (is_parted(strand)) return strand.name + ": torn";
  if (!strand.report) return strand.name;
  if (strand.report->condition == StrandCondition::slack) return strand.name + ": slack";
  return fmt::format("{}: {} N, strain {} %", strand.name,
                     three_digits(strand.report->force.total_force),
                     three_digits(100 * strand.report->force.strain));
}

}  // namespace condyle
