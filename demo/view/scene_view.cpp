#include "view/scene_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/figure_text.h"
#include "view/scene_labels.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

std::vector<std::string> caption_lines(const ShownWorld& world) {
  std::vector<std::string> lines{fmt::format("time {} s", fixed(world.time(), 3))};
  for (const Reading& reading : world.readings()) lines.push_back(reading_text(reading));
  for (const ClosedFormReading& form : world.closed_form()) {
    if (!form.is_headline || std::isnan(form.measured)) continue;
    lines.push_back(fmt::format("{} {:.4g} {} (theory {:.4g})", form.name, form.measured, form.unit,
                                form.expected));
  }
  return lines;
}

ColorBar color_bar(const ShownPicture& picture) {
  const FieldPaint& paint = picture.list.paint;
  const FieldUnit unit = picture.drawing.unit_of(picture.view, paint.field, paint.range);
  if (paint.zero > 0)
    return {.title = fmt::format("A - B [{}]", unit.name),
            .top = paint.range / unit.si,
            .largest = paint.largest / unit.si,
            .zero = paint.zero / unit.si};
  const bool is_automatic =
      picture.view.range == ViewOptions::Range::automatic && paint.field != Field::yield_margin;
  return {field_title(paint.field, unit), paint.range / unit.si, paint.largest / unit.si,
          is_automatic, unit.counts_down};
}

TextGround text_ground(const ViewOptions& view) {
  return {view.backdrop, view.plain_backdrop.has_value()};
}

PictureScales scales_of(const ShownPicture& picture, ViewSize size) {
  PictureScales scales;
  scales.ground = text_ground(picture.view);
  scales.colors = picture.list.paint.colors;
  scales.pressure = color_bar(picture);
  if (!picture.world.contacts().empty()) scales.newtons_per_metre = picture.list.newtons_per_metre;
  scales.pixels_per_metre = pixels_per_metre(picture.list.camera, size);
  if (picture.view.strands && !picture.world.strands().empty())
    scales.strands = picture.drawing.strand_paint();
  return scales;
}

}  // namespace

ViewOptions scene_view_options(const ShownWorld& world) {
  ViewOptions options;
  options.opacity = default_opacity(world);
  options.strain_limit = world.scene().strain_range;
  if (world.scene().pressure_range > 0) {
    options.range = ViewOptions::Range::locked;
    options.scale_of(Field::pressure).locked_top = world.scene().pressure_range;
  }
  return options;
}

WrittenTexts draw_overlay(ImDrawList& list, const PictureParts& parts, const ShownPicture& picture,
                          float indent) {
  const ViewSize size{static_cast<int>(parts.scene.width), static_cast<int>(parts.scene.height)};
  const ShownWorld& world = picture.world;
  std::vector<std::string> lines = caption_lines(world);
  if (!picture.note.empty()) lines.push_back(picture.note);
  WrittenTexts texts =
      draw_caption(list, parts.scene, indent, world.scene().name, lines, text_ground(picture.view));
  std::ranges::move(draw_scales(list, parts.scales, scales_of(picture, size)),
                    std::back_inserter(texts));
  return texts;
}

WrittenTexts draw_labels(ImDrawList& list, const ScreenArea& scene, const ShownPicture& picture,
                         const WrittenTexts& taken) {
  const std::vector<SceneLabel> labels = scene_labels(picture.world, picture.view, picture.list);
  return draw_labels(list, scene, picture.list.camera, labels, taken, text_ground(picture.view));
}

}  // namespace condyle
