// Plots that the user puts together: columns, axes, zoom, settings and files.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "condyle/scene/scene_file.h"
#include "demo/view/drawn_picture.h"
#include "demo/view/viewer_in_window.h"
#include "view/own_plots.h"
#include "view/panels.h"
#include "view/plot_columns.h"
#include "view/plot_files.h"
#include "view/plot_zoom.h"

namespace condyle::test::own_plot_tests {
namespace {

const std::string k_flexion = "flexion [deg]", k_force = "insert_femoral force [N]",
                  k_medial = "medial force [N]", k_peak = "insert_femoral peak pressure [MPa]",
                  k_area = "insert_femoral area [mm\xc2\xb2]";

/// Columns of made values: flexion rises, the force is twice as large, the pressure a tenth.
TimeSeries made_columns() {
  TimeSeries columns(TimeSeries::Keep::all);
  for (int i = 0; i <= 10; ++i)
    columns.add(0.1 * i, {k_flexion, k_force, k_medial, k_peak},
                {10.0 * i, 20.0 * i, 10.0 * i, i == 0 ? NAN : 1.0 * i});
  return columns;
}

std::string text_of_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("own plots: the columns of a scene have names with units, and its figures",
          "[view][plots]") {
  SceneWorld world(scene::read_scene(find_scene("knee_replacement"), shipped_scenes()));
  for (int i = 0; i < 120; ++i) world.step(1.0 / 240);
  const std::vector<PlotColumn> columns = plot_columns(world);
  const auto value = [&](const std::string& name) {
    for (const PlotColumn& column : columns)
      if (column.name == name) return column.value;
    FAIL("no column " << name);
    return 0.0;
  };
  const ContactStatistics& total = world.contacts()[0].report->result().total;
  CHECK(value(k_force) == Approx(total.contact_force.norm()));
  CHECK(value(k_peak) == Approx(1e-6 * total.max_pressure));
  CHECK(value(k_area) == Approx(1e6 * total.contact_area));
  CHECK(value("insert_femoral depth [mm]") == Approx(1e3 * total.max_proximity));
  CHECK(value(k_flexion) == world.readings()[0].value);
  CHECK(value("PCL_al1 force [N]") == Approx(world.strands()[0].report->force.total_force));
  CHECK(std::abs(value("tibia position y [mm]")) < 20);
  CHECK(unit_of_column(k_area) == "mm\xc2\xb2");
  CHECK(title_of_column(k_area) == "insert_femoral area");
}

namespace {

/// What a plot draws of its first line, from the upper left corner of the plot [pixels].
struct DrawnLine {
  int vertices = 0;  ///< of the whole plot
  float left = 1e9f, right = 0, top = 1e9f, text_height = 0;
};

DrawnLine draw_first_line(Window& window, const Plot& plot) {
  DrawnLine line;
  window.begin_frame();
  ImGui::SetNextWindowSize({400, 300});
  ImGui::Begin("plot");
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  draw_plot(plot);
  for (const ImDrawVert& vertex : list.VtxBuffer) {
    if ((vertex.col & 0xffffff) != (line_color(0) & 0xffffff)) continue;
    line.left = std::min(line.left, vertex.pos.x - corner.x);
    line.right = std::max(line.right, vertex.pos.x - corner.x);
    line.top = std::min(line.top, vertex.pos.y - corner.y);
  }
  line.vertices = list.VtxBuffer.Size;
  line.text_height = ImGui::GetFontSize();
  ImGui::End();
  leave_user_interface();
  return line;
}

}  // namespace

TEST_CASE("plots: samples in the same pixel are drawn once, peaks and the last one are kept",
          "[view][plots]") {
  const auto window = hidden_window();
  if (!window) return;
  const auto drawn_of = [&](int samples) {
    TimeSeries series(TimeSeries::Keep::all);
    for (int i = 0; i <= samples; ++i) {
      const double x = static_cast<double>(i) / samples;
      series.add(x, {"a"}, {i == samples / 2 ? 3 : std::sin(20 * x)});
    }
    return draw_first_line(*window, {.unit = "N", .lines = series.lines(), .x = series.times()});
  };
  drawn_of(2000);  // Dear ImGui settles
  const DrawnLine few = drawn_of(2000), many = drawn_of(20000);
  CHECK(many.vertices < 1.2 * few.vertices);
  CHECK(many.vertices < 12000);
  CHECK(many.left == Approx(few.left).margin(1.5));
  CHECK(many.right == Approx(few.right).margin(1.5));
  CHECK(many.top < 2 * many.text_height);  // the peak; the sine reaches half as high
}

TEST_CASE("plots: values before the time that is shown do not set the range", "[view][plots]") {
  const auto window = hidden_window();
  if (!window) return;
  TimeSeries series;
  for (int i = 0; i < 400; ++i) series.add(0.1 * i, {"a"}, {i < 200 ? 1000.0 : 1.0});
  for (int i = 0; i < 2; ++i) {
    const DrawnLine line = draw_first_line(*window, plot_over_time("force", "N", series));
    CHECK(line.top < 2 * line.text_height);
  }
}

TEST_CASE("own plots: any column over any other, the second unit has an axis of its own",
          "[view][plots]") {
  const TimeSeries columns = made_columns();
  OwnPlot plot{.x = k_flexion, .lines = {k_force}};
  CHECK(can_show(plot, k_peak));
  toggle_line(k_peak, plot);
  toggle_line(k_medial, plot);
  CHECK_FALSE(can_show(plot, k_area));  // a third unit
  toggle_line(k_area, plot);
  CHECK(plot.lines.size() == 3);

  OwnPlotData data;
  CHECK(show_own_plot(plot, columns, TimeSeries(), data).empty());
  REQUIRE(data.plot.lines.size() == 3);
  CHECK(data.plot.unit == "N");
  CHECK(data.plot.right_unit == "MPa");
  CHECK(data.plot.right_from == 2);
  CHECK(data.plot.lines[1].name == "medial force");
  CHECK(data.plot.lines[2].name == "insert_femoral peak pressure");
  CHECK(data.plot.x_name == "flexion");
  CHECK(data.plot.x_unit == "deg");
  CHECK(data.plot.x[3] == Approx(30));
  CHECK(data.plot.x_low == 0);
  CHECK(data.plot.x_high == Approx(100));
  CHECK(data.plot.before.empty());

  plot.x.clear();
  CHECK(show_own_plot(plot, columns, columns, data).empty());
  CHECK(data.plot.x[3] == Approx(0.3));
  CHECK(data.plot.before.size() == 3);  // the last run
  plot.lines.push_back("gone [N]");
  CHECK(show_own_plot(plot, columns, TimeSeries(), data) == "gone [N]");
}

TEST_CASE("own plots: are kept in the settings of the viewer, for each scene", "[view][plots]") {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "condyle_own_plots_test" / "viewer.ini";
  ViewerSettings settings;
  settings.plots["knee_replacement"] = {{k_flexion, {k_force, k_peak}}, {"", {k_area}}, {}};
  settings.plots["hip"] = {{"", {"hip_force [N]"}}};
  REQUIRE(write_settings(file, settings));
  CHECK((read_settings(file).plots == settings.plots));
  std::filesystem::remove_all(file.parent_path());
}

TEST_CASE("own plots: zoom keeps the place under the cursor, and never shows more than all",
          "[view][plots]") {
  PlotPart part = zoomed({}, 2, 0.25);
  CHECK(part.low == Approx(0.125));
  CHECK(part.high == Approx(0.625));
  part = shifted(part, 0.5);
  CHECK(part.low == Approx(0.375));
  part = shifted(part, 9);
  CHECK(part == PlotPart{0.5, 1});
  CHECK(zoomed(part, 0.1, 0.5) == PlotPart{});
}

TEST_CASE("own plots: each is saved as a table and as a picture", "[view][plots]") {
  TimeSeries columns = made_columns();
  OwnPlot plot{.x = k_flexion, .lines = {k_force, k_peak}};
  OwnPlotData data;
  show_own_plot(plot, columns, TimeSeries(), data);
  std::istringstream csv(plot_csv(data.plot));
  std::string line;
  std::getline(csv, line);
  CHECK(line == "flexion [deg],insert_femoral force [N],insert_femoral peak pressure [MPa]");
  std::getline(csv, line);
  CHECK(line == "0,0,");  // no pressure yet
  std::getline(csv, line);
  CHECK(line == "10,20,1");
  const std::string svg = plot_svg(data.plot);
  CHECK_THAT(svg, Catch::StartsWith("<svg"));
  CHECK_THAT(
      svg, Catch::Contains("[N]") && Catch::Contains("[MPa]") && Catch::Contains("flexion [deg]"));

  plot.x.clear();
  show_own_plot(plot, columns, columns, data);
  const std::string both = plot_csv(data.plot);
  CHECK_THAT(both, Catch::StartsWith("run,time [s],"));
  CHECK_THAT(both, Catch::Contains("\nthis,0.1,20,1\n") && Catch::Contains("\nlast,0.1,20,1\n"));
}

TEST_CASE("own plots: a plot in the window is saved where the program runs, under a free name",
          "[viewer][plots]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  state.settings.plots["knee_replacement"] = {OwnPlot{k_flexion, {k_force, k_peak}},
                                              OwnPlot{"", {"gone [N]"}}};
  state.settings.folded = {"Contact", "Curves", "Ligaments", "Energy", "Speed"};
  for (int k = 0; k < 60; ++k) advance(state, 1.0 / 60, [] { return 0.0; });
  viewer->lay_out();
  const TimeSeries& columns = curves(state).columns;
  CHECK(columns.times().size() > 50);
  OwnPlotData data;
  const OwnPlot own{k_flexion, {k_force, k_peak}};
  CHECK((state.settings.plots["knee_replacement"][0] == own));
  CHECK(show_own_plot(own, columns, TimeSeries(), data) == "");
  const auto before = std::filesystem::current_path();
  const auto folder = std::filesystem::temp_directory_path() / "condyle_saved_plots_test";
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  save_plot(state, data.plot, false);
  save_plot(state, data.plot, false);
  save_plot(state, data.plot, true);
  std::filesystem::current_path(before);
  CHECK_THAT(text_of_file(folder / "condyle-knee_replacement-plot.csv"),
             Catch::StartsWith("flexion [deg],insert_femoral force [N]"));
  CHECK(std::filesystem::exists(folder / "condyle-knee_replacement-plot_2.csv"));
  CHECK(std::filesystem::exists(folder / "condyle-knee_replacement-plot.svg"));
  CHECK_THAT(state.message, Catch::Contains("condyle-knee_replacement-plot.svg"));
  std::filesystem::remove_all(folder);
}

}  // namespace condyle::test::own_plot_tests
