#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/plot.h"
#include "view/widgets.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr ImGuiTableFlags k_table =
    ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchProp;
constexpr double k_square_millimetre = 1e-6;
constexpr std::size_t k_shown_events = 8;
// In text heights.
constexpr float k_timings_width = 25, k_plot_height = 11;

void table_header(std::initializer_list<std::string> titles) {
  ImGui::TableNextRow();
  bool first = true;
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  for (const std::string& title : titles) {
    if (first) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(title.c_str());
    } else {
      right_aligned(title);
    }
    first = false;
  }
  ImGui::PopStyleColor();
}

void first_column(const std::string& name) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", name.c_str());
}

constexpr const char* k_dash = "\xe2\x80\x93";

// The deviation from theory in percent; a dash if it is 100 % or more, when the scene is not (yet)
// in the state that the theory describes.
std::string difference(const ClosedFormReading& form) {
  const double part = form.measured / form.expected - 1;
  if (!(std::abs(part) < 1)) return k_dash;
  const std::string text = fixed(100 * part, 2);
  return (text.starts_with('-') ? text : "+" + text) + " %";
}

std::string milliseconds(double seconds) { return fmt::format("{:.3f} ms", 1e3 * seconds); }

/// The time of a stage, and what it sends to the graphics card.
std::string milliseconds_and_sent(double seconds, std::size_t bytes) {
  constexpr double k_kilobyte = 1e3;
  return fmt::format("{}, {:.0f} kB sent", milliseconds(seconds),
                     static_cast<double>(bytes) / k_kilobyte);
}

/// How many triangles can touch, and how many do.
std::string triangles_text(const ShownWorld& world) {
  std::size_t all = 0, in_contact = 0;
  for (const WorldBody& body : world.bodies())
    for (const WorldMesh& mesh : body.meshes)
      if (mesh.surface) all += mesh.mesh->triangles.size();
  for (const WorldContact& contact : world.contacts())
    if (contact.report) in_contact += contact.report->result().hits.size();
  return fmt::format("{}, {} in contact", all, in_contact);
}

std::string curves_title(const ViewerState& state) {
  if (!state.replay) return "Over time";
  const double progress = state.motion_curves->progress();
  if (progress == 1) return "Over the motion";
  return fmt::format("Over the motion ({:.0f} % evaluated)", 100 * progress);
}

}  // namespace

void contact_table(ViewerState& state) {
  if (!section(state, "Contact")) return;
  const PressureUnit unit = state.drawing->pressure_unit(state.view);
  if (!ImGui::BeginTable("contacts", 5, k_table)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.9f);
  for (const char* name : {"force", "area", "peak", "mean"}) ImGui::TableSetupColumn(name);
  table_header({"", "force", "area", "peak", "mean"});
  table_header({"", "N", "mm\xc2\xb2", unit.name, unit.name});
  for (const ContactRow& row : contact_rows(*state.world)) {
    first_column(row.is_region ? "   " + row.name : row.name);
    right_aligned(three_digits(row.force));
    right_aligned(three_digits(row.area / k_square_millimetre));
    right_aligned(three_digits(row.peak_pressure / unit.pascals));
    right_aligned(three_digits(row.mean_pressure / unit.pascals));
  }
  ImGui::EndTable();
  patch_list(state);
  side_table(state);
}

void closed_form_table(ViewerState& state) {
  if (!section(state, "Against theory")) return;
  const auto forms = state.world->closed_form();
  ImGui::TextWrapped("%s", state.world->closed_form_text().c_str());
  if (!ImGui::BeginTable("theory", 4, k_table)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.6f);
  for (const char* name : {"measured", "theory", "deviation"}) ImGui::TableSetupColumn(name);
  table_header({"", "measured", "theory", "deviation"});
  for (const ClosedFormReading& form : forms) {
    first_column(fmt::format("{} [{}]", form.name, form.unit));
    right_aligned(std::isnan(form.measured) ? k_dash : fmt::format("{:.4g}", form.measured));
    right_aligned(fmt::format("{:.4g}", form.expected));
    right_aligned(difference(form));
  }
  ImGui::EndTable();
}

void plot_group(ViewerState& state) {
  if (!section(state, curves_title(state), "Curves")) return;
  const PressureUnit unit = state.drawing->pressure_unit(state.view);
  Plot force = curve_over_time(state, "force", "N", &Curves::forces);
  Plot peak = curve_over_time(state, "peak pressure", unit.name, &Curves::peaks);
  force.height = peak.height = k_plot_height * ImGui::GetFontSize();
  force.legend = true;
  peak.factor = 1 / unit.pascals;
  for (const Plot& plot : {force, peak}) draw_and_seek(state, plot);
}

void event_table(ViewerState& state) {
  if (!section(state, "Events")) return;
  if (!ImGui::BeginTable("events", 4, k_table)) return;
  ImGui::TableSetupColumn("contact", ImGuiTableColumnFlags_WidthStretch, 1.7f);
  for (const char* name : {"time", "speed", "lasted"}) ImGui::TableSetupColumn(name);
  table_header({"", "time", "speed", "lasted"});
  table_header({"", "s", "m/s", "ms"});
  const std::size_t count = std::min(state.events.size(), k_shown_events);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [contact, event] = state.events[state.events.size() - 1 - i];
    const bool touches = event.kind == ContactEvent::Kind::first_touch;
    first_column(fmt::format("{} {}", state.world->contacts()[contact].name,
                             touches ? "touches" : "releases"));
    right_aligned(fmt::format("{:.4f}", event.time));
    right_aligned(fixed(event.normal_speed(), 4));
    right_aligned(touches ? "" : fmt::format("{:.2f}", 1e3 * event.duration()));
  }
  ImGui::EndTable();
}

void timing_group(ViewerState& state) {
  if (!section(state, "Speed")) return;
  const StageTimes& times = state.live->stage_times();
  const double step = state.live->step_wall_time();
  const Playback& playback = state.playback;
  if (!begin_rows("timing")) return;
  text_row("real-time factor", playback.playing ? fmt::format("{:.2f} of {:.2f} wanted",
                                                              playback.reached, playback.speed)
                                                : "paused");
  text_row("one step", step > 0 ? fmt::format("{}: {:.1f} x real time", milliseconds(step),
                                              1 / (step * playback.rate))
                                : milliseconds(step));
  text_row("   triangles", triangles_text(*state.world));
  text_row("   gather", milliseconds(times.gather));
  text_row("   find contact", milliseconds(times.find));
  text_row("   solve", milliseconds(times.solve));
  text_row("   publish", milliseconds(times.publish));
  text_row("drawing", playback.playing ? fmt::format("{:.3g} pictures/s", ImGui::GetIO().Framerate)
                                       : "when something changes");
  const DrawTimes& drawing = state.draw_times;
  const DrawBytes& sent = state.draw_bytes;
  text_row("   maps", milliseconds_and_sent(drawing.maps, sent.maps));
  text_row("   scene", milliseconds_and_sent(drawing.scene, sent.scene));
  text_row("   panels", milliseconds_and_sent(drawing.panels, sent.panels));
  text_row("   show", milliseconds(drawing.show));
  text_row("steps", fmt::format("{}", state.live->step_count()));
  end_rows();
}

void timings_window(const ViewerState& state, const ScreenArea& area) {
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({area.right() - em / 2, area.bottom() - 3 * em}, 0, {1, 1});
  const float width = std::min(k_timings_width * em, area.width - em);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, area.height});
  ImGui::Begin("timings", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_AlwaysAutoResize);
  if (ImGui::BeginTable("stages", 5, k_table)) {
    ImGui::TableSetupColumn("stage", ImGuiTableColumnFlags_WidthStretch, 1.6f);
    table_header({"\xc2\xb5s per step", "mean", "median", "most", "share"});
    for (const StageTiming& timing : state.step_times.timings()) {
      first_column(timing.name);
      for (const double time : {timing.mean, timing.median, timing.largest})
        right_aligned(fmt::format("{:.0f}", 1e6 * time));
      right_aligned(fmt::format("{:.0f} %", 100 * timing.share));
    }
    ImGui::EndTable();
  }
  ImGui::Text("%.2f x real time, of the steps alone", state.step_times.real_time_factor());
  ImGui::End();
}

}  // namespace condyle
