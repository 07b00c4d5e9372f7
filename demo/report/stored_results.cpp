#include "report/stored_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

#include "condyle/error.h"
#include "condyle/scene/scene_test.h"
#include "core/scene/src/json_parser.h"
#include "core/src/base/enum_words.h"
#include "core/src/files/file_bytes.h"
#include "core/src/files/path_text.h"
#include "report/stored_curves.h"
#include "report/written_map.h"

namespace condyle {
namespace {

using Path = std::filesystem::path;
using Json = nlohmann::json;

constexpr std::size_t k_most_moments = 6;

/// The files of a run, or of one that failed.
struct RunFiles {
  const char *summary, *history, *maps, *pictures, *final_picture;
};
constexpr RunFiles k_complete_run = {"summary.json", "history.csv", "maps.pvd", "pictures",
                                     "final.png"};
constexpr RunFiles k_failed_run = {"summary_until_failure.json", "history_until_failure.csv",
                                   "maps_until_failure.pvd", "pictures_until_failure", ""};

bool is_file(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

/// The files of results of tests in a folder, in the order of the tests' words.
std::vector<Path> test_files(const Path& folder) {
  std::vector<Path> files;
  for (const std::string& word : words_of<scene::LabTestKind>())
    if (const Path file = folder / (word + ".json"); is_file(file)) files.push_back(file);
  return files;
}

/// Folders in a folder, by their names; none if it cannot be read.
std::vector<Path> folders_in(const Path& folder) {
  std::set<Path> folders;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.is_directory(ignored)) folders.insert(entry.path());
  return {folders.begin(), folders.end()};
}

/// Reads a file of JSON; what it lacks, or has of another kind, is said with its name.
template <class Use>
void with_json(const Path& file, StoredResults& results, const Use& use) {
  results.files.push_back(file);
  try {
    use(scene::parse_json<Json>(read_text_file(file), file));
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: is no result of this program ({}); run the command again",
                                 file.string(), error.what()));
  }
}

StoredOrigin origin_of(const Json& json, const Path& file) {
  StoredOrigin origin{.run = {}, .scene = json.at("scene"), .scene_file = {}, .results = file};
  if (json.contains("origin")) {
    const Json& run = json["origin"];
    origin.run = {run.at("program"), run.at("command"), run.at("folder")};
  }
  if (json.contains("file"))
    origin.scene_file = path_of(origin.run.folder) / path_of(json["file"].get<std::string>());
  return origin;
}

double number_of(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

LabTable table_of(const Json& json, const Path& file) {
  LabTable table{json.at("name"), json.at("title"), json.at("columns"), {}};
  for (const Json& row : json.at("rows")) {
    std::vector<LabCell>& cells = table.rows.emplace_back();
    for (const Json& cell : row) {
      if (cell.is_string())
        cells.emplace_back(cell.get<std::string>());
      else
        cells.emplace_back(number_of(cell));
    }
    if (cells.size() != table.columns.size())
      throw InputError(
          fmt::format("{}: table '{}': a row has not as many cells as the table has "
                      "columns; run the command again",
                      file.string(), table.name));
  }
  return table;
}

LabMap map_of(const Path& file, StoredResults& results) {
  results.files.push_back(file);
  return read_written_map(file);
}

void read_test(const Path& file, const std::string& name, StoredResults& results) {
  with_json(file, results, [&](const Json& json) {
    StoredTest test{.name = name, .origin = origin_of(json, file), .result = {}};
    test.result.test = json.at("test");
    test.result.scene = json.at("scene");
    test.result.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& table : json.at("tables")) test.result.tables.push_back(table_of(table, file));
    if (json.contains("maps"))
      for (const Json& map : json["maps"])
        test.result.maps.push_back(
            map_of(file.parent_path() / path_of(map.get<std::string>() + ".vtp"), results));
    results.tests.push_back(std::move(test));
  });
}

/// At most k_most_moments of the items, the last among them.
template <class Item>
std::vector<Item> some_of(const std::vector<Item>& all) {
  if (all.size() <= k_most_moments) return all;
  std::vector<Item> some;
  for (std::size_t i = 1; i <= k_most_moments; ++i)
    some.push_back(all[all.size() * i / k_most_moments - 1]);
  return some;
}

/// The maps of a series for ParaView, at some of its times.
std::vector<StoredMoment> moments_of(const Path& series, StoredResults& results) {
  std::vector<StoredMoment> moments;
  if (!is_file(series)) return moments;
  results.files.push_back(series);
  const std::string bytes = read_text_file(series);
  pugi::xml_document document;
  if (!document.load_buffer(bytes.data(), bytes.size()))
    throw InputError(series.string() + ": is damaged; run the simulation again");
  const pugi::xml_node sets = document.child("VTKFile").child("Collection");
  std::vector<double> times;
  for (const pugi::xml_node set : sets.children("DataSet"))
    if (const double time = set.attribute("timestep").as_double();
        times.empty() || times.back() != time)
      times.push_back(time);
  for (const double time : some_of(times)) {
    for (const pugi::xml_node set : sets.children("DataSet")) {
      if (set.attribute("timestep").as_double() != time) continue;
      const Path file = series.parent_path() / path_of(set.attribute("file").value());
      moments.push_back({time, set.attribute("name").value(), map_of(file, results)});
    }
  }
  return moments;
}

std::vector<Path> pictures_of(const Path& folder, const RunFiles& names) {
  std::set<Path> drawn;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder / names.pictures, ignored))
    if (entry.path().extension() == ".png") drawn.insert(entry.path());
  std::vector<Path> pictures = some_of(std::vector<Path>(drawn.begin(), drawn.end()));
  if (pictures.empty() && is_file(folder / names.final_picture))
    pictures.push_back(folder / names.final_picture);
  return pictures;
}

/// How a run ran.
LabTable steps_of_run(const Json& json) {
  const Json& convergence = json.at("convergence");
  return {"steps",
          "Steps",
          {"simulated time [s]", "rate [Hz]", "steps", "times real time", "passes a step",
           "steps out of balance", "largest residual"},
          {{number_of(json.at("simulated_time [s]")), number_of(json.at("rate [Hz]")),
            number_of(json.at("steps")), number_of(json.at("real_time_factor")),
            number_of(convergence.at("passes").at("mean")),
            number_of(convergence.at("steps_out_of_balance")),
            number_of(convergence.at("worst_residual").at("part_of_momentum"))}}};
}

void read_run(const Path& folder, const RunFiles& names, StoredResults& results) {
  const Path file = folder / names.summary;
  with_json(file, results, [&](const Json& json) {
    StoredRun run{
        .origin = origin_of(json, file),
        .error = json.value("error", ""),
        .steps = steps_of_run(json),
        .extremes = {"figures", "Figures", {"figure", "least", "mean", "greatest", "last"}, {}},
        .findings = {},
        .curves = {},
        .moments = {},
        .pictures = pictures_of(folder, names)};
    for (const Json& finding : json.at("findings")) run.findings.push_back(finding.at("text"));
    results.files.push_back(folder / names.history);
    run.curves = read_curves(results.files.back(), json.at("steps"));
    // In the order of the history: objects of JSON have none.
    const Json& figures = json.at("figures");
    for (std::size_t i = 1; i < run.curves.names.size(); ++i) {
      const Json& figure = figures.at(run.curves.names[i]);
      run.extremes.rows.push_back({run.curves.names[i], number_of(figure.at("min")),
                                   number_of(figure.at("mean")), number_of(figure.at("max")),
                                   number_of(figure.at("last"))});
    }
    run.moments = moments_of(folder / names.maps, results);
    results.run = std::move(run);
  });
}

const RunFiles* run_in(const Path& folder) {
  for (const RunFiles* names : {&k_complete_run, &k_failed_run})
    if (is_file(folder / names->summary)) return names;
  return nullptr;
}

}  // namespace

bool has_results(const std::filesystem::path& folder) {
  if (run_in(folder) != nullptr || !test_files(folder).empty()) return true;
  return std::ranges::any_of(folders_in(folder),
                             [](const Path& one) { return !test_files(one).empty(); });
}

StoredResults read_results(const std::filesystem::path& folder) {
  StoredResults results;
  results.folder = folder;
  if (!has_results(folder))
    throw InputError(fmt::format(
        "{}: has no results of condyle lab or condyle simulate, such as contact.json or "
        "summary.json; make them with condyle lab SCENE --out {}, or condyle simulate "
        "SCENE --out {}",
        folder.string(), folder.string(), folder.string()));
  if (const RunFiles* names = run_in(folder)) read_run(folder, *names, results);
  for (const Path& file : test_files(folder)) read_test(file, file.stem().string(), results);
  for (const Path& one : folders_in(folder))
    for (const Path& file : test_files(one)) read_test(file, one.filename().string(), results);
  return results;
}

}  // namespace condyle
