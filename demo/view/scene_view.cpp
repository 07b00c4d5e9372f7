#include "view/scene_view.h"

#include <fmt/core.h>

#include "view/scene_figures.h"

namespace condyle {
namespace {

std::vector<std::string> caption_lines(const ShownWorld& world) {
  std::vector<std::string> lines{fmt::format("time {:.3f} s", world.time())};
  for (const Reading& reading : world.readings()) lines.push_back(reading_text(reading));
  const std::span<const ClosedFormReading> forms = world.closed_form();
  // Of several contacts the depth alone, the first of each; the panel has the rest.
  const std::size_t contacts = world.scene().closed_forms.size();
  const std::size_t step = contacts > 1 ? forms.size() / contacts : 1;
  for (std::size_t i = 0; i < forms.size(); i += step) {
    lines.push_back(fmt::format("{} {:.5g} {} (theory {:.5g})", forms[i].name, forms[i].measured,
                                forms[i].unit, forms[i].expected));
  }
  return lines;
}

ColorBar color_bar(const ShownWorld& world, const PressurePaint& paint) {
  if (paint.color == MeshColor::worn_depth) {
    const WearUnit unit = wear_unit(paint.range);
    return {fmt::format("wear [{}]", unit.name), paint.range / unit.metres,
            peak_wear(world) / unit.metres};
  }
  const PressureUnit unit = pressure_unit(paint.range);
  return {fmt::format("pressure [{}]", unit.name), paint.range / unit.pascals,
          peak_pressure(world) / unit.pascals};
}

}  // namespace

Camera scene_camera(const Scene& scene) {
  const SceneCamera& camera = scene.camera;
  return look_at(camera.eye, camera.target, camera.up, camera.field_of_view);
}

ViewOptions scene_view_options(const ShownWorld& world) {
  ViewOptions options;
  options.opacity = default_opacity(world);
  if (world.scene().pressure_range > 0) {
    options.range = ViewOptions::Range::locked;
    options.locked_range = world.scene().pressure_range;
  }
  return options;
}

void draw_overlay(ImDrawList& list, const ScreenArea& area, const ShownWorld& world,
                  const SceneDrawing& drawing, const PressurePaint& paint) {
  draw_caption(list, area, world.scene().name, caption_lines(world));
  draw_pressure_bar(list, area, paint.map, color_bar(world, paint));
  if (!world.strands().empty()) draw_strand_bar(list, area, drawing.strand_paint());
}

}  // namespace condyle
