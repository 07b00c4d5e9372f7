#include "report/results_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/plot_sheet.h"
#include "condyle/error.h"
#include "core/src/base/xml_text.h"
#include "core/src/files/file_bytes.h"
#include "report/beside_table.h"
#include "report/page_text.h"
#include "report/pressure_sheet.h"
#include "report/result_plots.h"
#include "report/scene_text.h"
#include "view/scene_painter.h"
#include "world/model_scene.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_rows = 24;  // of a table; longer ones are curves only

/// The maps of a page by their quantity, each on one scale.
class MapSheets {
 public:
  void add(const LabMap& map, const std::string& title) {
    for (const LabMap::Values& values : map.values) {
      std::vector<PressureSheet>& sheets = groups_[scale_of(values.name)];
      const std::string of_values = title_of(values.name);
      const std::string whole = of_values.empty() ? title : title + ", " + of_values;
      PressureSheet sheet = map_sheet(map.mesh, values.values, whole, axis_of(map.name));
      if (sheet.triangles.empty()) continue;
      axes_.emplace(map.name, sheet.seen_along);
      sheets.push_back(std::move(sheet));
    }
  }

  std::string text() const {
    std::string text;
    for (const auto& [scale, sheets] : groups_) {
      if (sheets.empty()) continue;
      double most = 0;
      for (const PressureSheet& sheet : sheets)
        for (const double value : sheet.pressure) most = std::max(most, value);
      text += fmt::format("<h3>Maps: {}</h3>\n{}", escaped_for_xml(scale.first),
                          to_svg(sheets, most, {scale.first, scale.second}));
    }
    return text;
  }

 private:
  using Scale = std::pair<std::string, double>;  ///< SheetScale

  /// "pressure at 30 deg [Pa]": pressures share a scale, whatever is said of when.
  static Scale scale_of(const std::string& values) {
    const std::string unit = unit_of(values);
    const std::string name = name_without_unit(values);
    const std::string quantity = name.substr(0, name.find(" at "));
    if (unit == "Pa") return {quantity + " [MPa]", 1e6};
    if (unit == "m") return {quantity + " [mm]", 1e-3};
    return {quantity + " [" + unit + "]", 1};
  }
  static std::string title_of(const std::string& values) {
    const std::string name = name_without_unit(values);
    const std::size_t at = name.find(" at ");
    return at == std::string::npos ? "" : name.substr(at + 4);
  }
  std::optional<int> axis_of(const std::string& map) const {
    const auto found = axes_.find(map);
    return found == axes_.end() ? std::nullopt : std::optional(found->second);
  }

  std::map<Scale, std::vector<PressureSheet>> groups_;
  std::map<std::string, int> axes_;  ///< along which each map is seen
};

std::string origin_text(const StoredOrigin& origin) {
  if (origin.run.command.empty())
    return fmt::format(
        "<p>From {}, which does not say what made it: it is of an older version.</p>\n",
        escaped_for_xml(origin.results.string()));
  return fmt::format("<p>Made by {} with <code>{}</code> in {}.</p>\n",
                     escaped_for_xml(origin.run.program), escaped_for_xml(origin.run.command),
                     escaped_for_xml(origin.run.folder));
}

std::string tables_text(const LabResult& result) {
  std::string text;
  for (const LabTable& table : result.tables)
    if (table.rows.size() <= k_most_rows || plots_of(table).empty()) text += table_text(table);
  return text;
}

std::vector<SheetPlot> plots_of_tables(const LabResult& result, const std::string& before = "") {
  std::vector<SheetPlot> plots;
  for (const LabTable& table : result.tables)
    for (SheetPlot& plot : plots_of(table, before)) plots.push_back(std::move(plot));
  return plots;
}

std::string plots_text(const std::vector<SheetPlot>& plots) {
  return plots.empty() ? "" : to_svg("", plots);
}

std::string notes_text(const std::vector<std::string>& notes) {
  return notes.empty() ? "" : "<h3>What to know of it</h3>\n" + list_text(notes, " class=\"warn\"");
}

std::string test_text(const StoredTest& test) {
  MapSheets maps;
  for (const LabMap& map : test.result.maps) maps.add(map, map.name);
  return fmt::format("<h2>{}: {}</h2>\n", escaped_for_xml(test.name),
                     escaped_for_xml(test.result.scene)) +
         origin_text(test.origin) + tables_text(test.result) +
         plots_text(plots_of_tables(test.result)) + maps.text() + notes_text(test.result.notes);
}

std::string pictures_text(const std::vector<std::filesystem::path>& pictures) {
  if (pictures.empty()) return "";
  std::string text =
      fmt::format("<div class=\"pictures{}\">\n", pictures.size() == 1 ? " one" : "");
  for (const std::filesystem::path& file : pictures) {
    const std::string name = escaped_for_xml(file.filename().string());
    text += fmt::format("<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n",
                        png_address(read_file_bytes(file)), name, name);
  }
  return text + "</div>\n";
}

/// A unit of a history, and that in which people read it.
struct ReadUnit {
  const char *si, *read;
  double factor;
};
constexpr ReadUnit k_read_units[] = {{"Pa", "MPa", 1e-6},
                                     {"m", "mm", 1e3},
                                     {"m^2", "mm^2", 1e6},
                                     {"rad", "deg", 180 / std::numbers::pi}};

/// The row of a figure in the unit in which people read it.
std::vector<LabCell> read_row(std::vector<LabCell> row) {
  const std::string unit = unit_of(row[0].word);
  for (const ReadUnit& known : k_read_units) {
    if (unit != known.si) continue;
    row[0].word = fmt::format("{} [{}]", name_without_unit(row[0].word), known.read);
    for (std::size_t c = 1; c < row.size(); ++c) row[c].number *= known.factor;
    break;
  }
  return row;
}

/// The figures of a run that its curves show.
LabTable chief_figures(const StoredRun& run) {
  LabTable table = run.extremes;
  std::erase_if(table.rows, [](const std::vector<LabCell>& row) {
    const std::string& name = row[0].word;
    const auto ends = [&](const char* end) { return name.ends_with(end); };
    return name.find('.') != std::string::npos && !ends(".force [N]") &&
           !ends(".peak_pressure [Pa]") && !ends(".area [m^2]") && !ends(".sliding_distance [m]") &&
           name.find(".position_") == std::string::npos &&
           name.find(".rotation_") == std::string::npos;
  });
  std::ranges::transform(table.rows, table.rows.begin(), read_row);
  return table;
}

std::string run_text(const StoredRun& run) {
  std::string text = fmt::format("<h2>Simulation: {}</h2>\n", escaped_for_xml(run.origin.scene)) +
                     origin_text(run.origin);
  if (!run.error.empty())
    text += fmt::format(
        "<p class=\"warn\">It did not complete: {}. Figures are those until then.</p>\n",
        escaped_for_xml(run.error));
  text += pictures_text(run.pictures) + plots_text(plots_of(run.curves)) +
          table_text(chief_figures(run)) + table_text(run.steps);
  MapSheets maps;
  for (const StoredMoment& moment : run.moments) {
    LabMap map = moment.map;
    map.name = moment.part;
    std::erase_if(map.values, [](const auto& values) { return values.name != "pressure [Pa]"; });
    maps.add(map, fmt::format("{} at {:.3g} s", moment.part, moment.time));
  }
  text += maps.text();
  return text + (run.findings.empty()
                     ? ""
                     : "<h3>Findings</h3>\n" + list_text(run.findings, " class=\"warn\""));
}

/// What was tested, as its file says it today.
std::string scene_text(const StoredOrigin& origin) {
  const std::filesystem::path& file = origin.scene_file;
  const std::string name = escaped_for_xml(file.string());
  std::error_code is_missing;
  const auto written = std::filesystem::last_write_time(file, is_missing);
  if (is_missing)
    return fmt::format(
        "<p class=\"warn\">The scene's file {} is not there, so its meshes and their placement are "
        "not shown.</p>\n",
        name);
  if (file.extension() != ".json")
    return fmt::format("<p>The scene was made of {} by the options of the command.</p>\n", name);
  std::string text = fmt::format("<p>{}</p>\n", name);
  const auto results = std::filesystem::last_write_time(origin.results, is_missing);
  if (!is_missing && written > results)
    text +=
        "<p class=\"warn\">The file is newer than the results: what stands here may not be what "
        "was "
        "tested.</p>\n";
  try {
    const scene::Scene scene = load_scene(file);
    if (!scene.description.empty())
      text += fmt::format("<p>{}</p>\n", escaped_for_xml(scene.description));
    text += meshes_text(scene) + placement_text(scene);
    if (!scene.notes.empty()) text += "<h3>Notes of the scene</h3>\n" + list_text(scene.notes);
  } catch (const InputError& error) {
    text += fmt::format("<p class=\"warn\">It can no longer be read: {}</p>\n",
                        escaped_for_xml(error.what()));
  }
  return text;
}

std::vector<const StoredOrigin*> origins_of(const StoredResults& results) {
  std::vector<const StoredOrigin*> origins;
  if (results.run) origins.push_back(&results.run->origin);
  for (const StoredTest& test : results.tests) origins.push_back(&test.origin);
  return origins;
}

std::string scenes_text(const StoredResults& results, const StoredResults* other) {
  std::string text;
  std::set<std::filesystem::path> told;
  for (const StoredResults* one : {&results, other}) {
    if (one == nullptr) continue;
    for (const StoredOrigin* origin : origins_of(*one)) {
      if (origin->scene_file.empty() || !told.insert(origin->scene_file).second) continue;
      text += fmt::format("<h2>What was tested: {}</h2>\n", escaped_for_xml(origin->scene)) +
              scene_text(*origin);
    }
  }
  return text;
}

std::string folder_text(const StoredResults& results) {
  std::string text;
  if (results.run) text += run_text(*results.run);
  for (const StoredTest& test : results.tests) text += test_text(test);
  return text;
}

/// The test of another folder that is to be set beside this one: of the same name, or the only one
/// of its kind.
const StoredTest* partner_of(const StoredTest& test, const StoredResults& other) {
  const StoredTest* only = nullptr;
  int count = 0;
  for (const StoredTest& one : other.tests) {
    if (one.result.test != test.result.test) continue;
    if (one.name == test.name) return &one;
    only = &one;
    ++count;
  }
  return count == 1 ? only : nullptr;
}

const LabTable* table_like(const LabTable& table, const LabResult& other) {
  const auto found = std::ranges::find(other.tables, table.name, &LabTable::name);
  return found == other.tables.end() ? nullptr : &*found;
}

std::string compared_test(const StoredTest& test, const StoredTest& other) {
  std::string text = fmt::format("<h3>{}</h3>\n", escaped_for_xml(test.name));
  for (const LabTable& table : test.result.tables) {
    const LabTable* like = table_like(table, other.result);
    if (like != nullptr && table.rows.size() <= k_most_rows) text += beside_text(table, *like);
  }
  return text + plots_text(beside(plots_of_tables(test.result, "first: "),
                                  plots_of_tables(other.result, "second: ")));
}

/// The figures of a run that another one has, too.
LabTable shared_figures(const StoredRun& run, const StoredRun& other) {
  LabTable table = chief_figures(run);
  const LabTable others = chief_figures(other);
  std::erase_if(table.rows, [&](const std::vector<LabCell>& row) {
    return std::ranges::none_of(others.rows,
                                [&](const auto& one) { return one[0].word == row[0].word; });
  });
  return table;
}

std::string comparison_text(const StoredResults& results, const StoredResults& other) {
  std::string text = fmt::format(
      "<h2>The two beside each other</h2>\n<p>First: {}. Second: {}. Marked: more than 5 % apart. "
      "What uncertain inputs do to these figures is not known here: condyle report SCENE --compare "
      "OTHER tells it for the test of contact.</p>\n",
      escaped_for_xml(results.folder.string()), escaped_for_xml(other.folder.string()));
  const std::size_t before = text.size();
  if (results.run && other.run) {
    text += beside_text(shared_figures(*results.run, *other.run),
                        shared_figures(*other.run, *results.run));
    text += plots_text(
        beside(plots_of(results.run->curves, "first: "), plots_of(other.run->curves, "second: ")));
  }
  for (const StoredTest& test : results.tests)
    if (const StoredTest* partner = partner_of(test, other)) text += compared_test(test, *partner);
  if (text.size() == before)
    text +=
        "<p class=\"warn\">The folders have no test in common, so there are no differences.</p>\n";
  return text;
}

std::string title_of(const StoredResults& results) {
  return results.run ? results.run->origin.scene : results.tests.front().result.scene;
}

}  // namespace

std::string results_page(const StoredResults& results, const StoredResults* other,
                         const ReportOrigin& origin) {
  const std::string title =
      other == nullptr ? title_of(results) : title_of(results) + " beside " + title_of(*other);
  std::string text = page_head(title);
  text += fmt::format(
      "<h1>{}</h1>\n<p>{}, {}. Figures are those of the folder{}; to make this page again: "
      "<code>{}</code></p>\n",
      escaped_for_xml(title), escaped_for_xml(origin.program), origin.date, other ? "s" : "",
      escaped_for_xml(origin.command));
  if (other != nullptr) text += comparison_text(results, *other);
  text += folder_text(results);
  if (other != nullptr) text += folder_text(*other);
  return text + scenes_text(results, other) + "</body></html>\n";
}

}  // namespace condyle
