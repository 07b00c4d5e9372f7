#include <fmt/format.h>
#include <imgui.h>

#include "view/fields.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// A list of all fields; those that the scene lacks are grey and say why.
void field_row(ViewerState& state) {
  ViewOptions& view = state.view;
  row("colours", description_of(view.field).meaning);
  if (!ImGui::BeginCombo("##field", description_of(view.field).label)) return;
  for (const FieldDescription& field : field_descriptions()) {
    const std::string lack = field.lack(*state.world);
    ImGui::BeginDisabled(!lack.empty());
    if (ImGui::Selectable(field.label, field.field == view.field)) view.field = field.field;
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      ImGui::SetTooltip("%s", lack.empty() ? field.meaning : ("not here: " + lack).c_str());
  }
  ImGui::EndCombo();
}

void range_rows(ViewerState& state, FieldScale& scale, const FieldUnit& unit, double shown) {
  ViewOptions& view = state.view;
  const bool has_changed =
      combo_row("colour range", view.range,
                "automatic: fits each picture, so the meaning of a colour changes");
  if (view.range != ViewOptions::Range::locked) return;
  if (has_changed) scale.locked_top = shown;
  // Until the user sets it, the top of another field than the scene's fixed pressure grows.
  double top = scale.locked_top > 0 ? scale.locked_top : shown;
  const std::string format = fmt::format("%.4g {}", unit.name);
  const SliderRange range =
      view.field == Field::pressure
          ? SliderRange{1e4, 2e8, unit.si, format.c_str(), true}
          : SliderRange{1e-3 * shown, 10 * shown, unit.si, format.c_str(), true};
  if (number_row(unit.counts_down ? "use at the top" : "top of range", top, range))
    scale.locked_top = top;
}

}  // namespace

void field_rows(ViewerState& state) {
  field_row(state);
  const FieldPaint& paint = state.list.paint;
  if (paint.field != state.view.field) return;  // just chosen, and not yet drawn
  range_rows(state, state.view.scale_of(paint.field),
             state.drawing->unit_of(state.view, paint.field, paint.range), paint.range);
}

void map_line_rows(ViewerState& state) {
  ViewOptions& view = state.view;
  const FieldPaint& paint = state.list.paint;
  row("lines of map", "at equal steps of value; around the map, beside its border");
  ImGui::Checkbox("contours", &view.contours);
  ImGui::SameLine();
  ImGui::Checkbox("rim", &view.outline);
  if (view.contours || view.outline)
    number_row("line width", view.line_width, {0.5, 4, 1, "%.1f pixels"});
  if (paint.field != view.field) return;
  FieldScale& scale = view.scale_of(view.field);
  const FieldUnit unit = state.drawing->unit_of(view, view.field, paint.range);
  const std::string format = fmt::format("%.3g {}", unit.name);
  if (view.contours || view.colors.bands)
    number_row("spacing", scale.contour_step, {0, paint.range, unit.si, format.c_str()},
               "of contours and bands; 0: the ticks of the bar");
  number_row("drawn from", scale.threshold, {0, paint.range, unit.si, format.c_str()},
             "nothing is drawn below this value");
}

}  // namespace condyle
