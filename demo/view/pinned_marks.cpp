#include "view/pinned_marks.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "base/figure_text.h"
#include "view/picking.h"
#include "view/plot.h"
#include "view/scene_labels.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr float k_mark_radius = 0.42f, k_ring = 0.14f;  // in text heights
constexpr double k_on_surface = 1.002;                  // distance of the body on which a mark lies

/// Whether a body that is not glass is nearer to the eye, or the place is cut off.
bool is_hidden_by_body(const ShownPicture& picture, const Eigen::Vector3d& p_W) {
  std::vector<float> opacity = picture.view.opacity;
  for (float& of_mesh : opacity)
    if (of_mesh < 1) of_mesh = 0;
  const Eigen::Vector3d from = eye(picture.list.camera);
  const std::optional<CutPlane>& cut = picture.list.cut;
  if (cut && cut->leaves_out(p_W)) return true;
  const Pick found = pick(picture.world, opacity, {from, (p_W - from).normalized()}, cut);
  return found.body >= 0 && k_on_surface * (found.p_W - from).norm() < (p_W - from).norm();
}

void draw_mark(ImDrawList& list, const ImVec2& at, const std::string& number, ImU32 color,
               bool is_hidden) {
  const float em = text_height(), radius = k_mark_radius * em;
  const ImU32 ground = theme_colors().mark_ground;
  if (is_hidden) {
    list.AddCircle(at, radius, ground, 0, 2 * k_ring * em);
    list.AddCircle(at, radius, color, 0, k_ring * em);
    return;
  }
  list.AddCircleFilled(at, radius + k_ring * em / 2, ground);
  list.AddCircleFilled(at, radius, color);
  const float size = 0.75f * em;
  const ImVec2 words = fonts().text->CalcTextSizeA(size, 1e6f, 0, number.c_str());
  list.AddText(fonts().text, size, {at.x - words.x / 2, at.y - words.y / 2}, ground,
               number.c_str());
}

}  // namespace

FieldUnit unit_at_pinned(const SceneDrawing& drawing, const ViewOptions& view,
                         const FieldPaint& paint, Field field) {
  constexpr double k_usual_length = 1e-3;
  return drawing.unit_of(view, field, field == paint.field ? paint.range : k_usual_length);
}

std::string pinned_text(const ShownPicture& picture, const PinnedProbe& probe) {
  GapFinder gaps;
  const Field shown = picture.list.paint.field;
  std::string text = name_of(probe);
  const auto add = [&](Field of) {
    const FieldDescription& field = description_of(of);
    if (!field.lack(picture.world).empty()) return;
    const double value = value_at(field, picture.world, probe, gaps);
    const FieldUnit unit = unit_at_pinned(picture.drawing, picture.view, picture.list.paint, of);
    const std::string figure =
        std::isnan(value) ? "none" : three_digits(shown_figure(value, unit)) + " " + unit.name;
    text += fmt::format("{}{} {}", text.size() < 4 ? "  " : "\n", field.label, figure);
  };
  add(shown);
  for (const Field other : {Field::pressure, Field::depth})
    if (other != shown) add(other);
  return text;
}

WrittenTexts draw_pinned(ImDrawList& list, const ScreenArea& scene, const ShownPicture& picture,
                         const PinnedProbes& pinned, const WrittenTexts& taken) {
  const ViewSize size{static_cast<int>(scene.width), static_cast<int>(scene.height)};
  const TextColors colors =
      colors_over({picture.view.backdrop, picture.view.plain_backdrop.has_value()});
  TextWriter writer(list, colors);
  WrittenTexts all = taken;
  for (std::size_t k = 0; k < pinned.probes.size(); ++k) {
    const PinnedProbe& probe = pinned.probes[k];
    const Eigen::Vector3d p_W = place_of(picture.world, probe);
    const Eigen::Vector3d pixel = project(picture.list.camera, size, p_W);
    const ImVec2 at(scene.x + static_cast<float>(pixel.x()),
                    scene.y + static_cast<float>(pixel.y()));
    if (!(pixel.z() > 0) || !contains(scene, {at.x, at.y, 0, 0})) continue;
    draw_mark(list, at, name_of(probe), line_color(k), is_hidden_by_body(picture, p_W));
    const std::string text = pinned_text(picture, probe);
    ScreenArea words = TextWriter::room_of(fonts().text, 0, 0, text);
    if (!find_room(scene, at, all, words)) continue;
    const float margin = 0.25f * text_height();
    list.AddRectFilled({words.x - margin, words.y}, {words.right() + margin, words.bottom()},
                       colors.ground, margin);
    writer.write(words.x, words.y, colors.text, text);
    all.push_back({text, words});
  }
  return writer.take();
}

int pinned_at(const ShownWorld& world, const PinnedProbes& pinned, const Camera& camera,
              ViewSize size, double x, double y) {
  for (std::size_t k = pinned.probes.size(); k-- > 0;) {
    const Eigen::Vector3d pixel = project(camera, size, place_of(world, pinned.probes[k]));
    if (pixel.z() > 0 && std::hypot(pixel.x() - x, pixel.y() - y) <= k_mark_radius * text_height())
      return static_cast<int>(k);
  }
  return -1;
}

}  // namespace condyle
