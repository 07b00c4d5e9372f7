#include "view/exports.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "simulate/history.h"
#include "simulate/map_series.h"
#include "view/file_list.h"

namespace condyle {
namespace {

constexpr double k_maps_per_second = 25;

/// "femur.force [N]" as a label of an .sto file, whose labels have no blanks.
std::string sto_label(const std::string& name) {
  std::string label = name.substr(0, name.rfind(" ["));
  std::ranges::replace(label, ' ', '_');
  return label;
}

int write_csv(const std::filesystem::path& file, Simulation& simulation) {
  HistoryFile history(file);
  int rows = 0;
  simulation.visit_past([&](const SceneWorld& world) {
    history.add(world.time(), figures_of(world));
    ++rows;
  });
  history.finish(file);
  return rows;
}

int write_sto_file(const std::filesystem::path& file, Simulation& simulation) {
  opensim::MotionTable table;
  table.name = file.stem().string();
  simulation.visit_past([&](const SceneWorld& world) {
    const std::vector<Figure> figures = figures_of(world);
    if (table.labels.empty())
      for (const Figure& figure : figures) table.labels.push_back(sto_label(figure.name));
    table.times.push_back(world.time());
    for (const Figure& figure : figures) table.values.push_back(figure.value);
  });
  UnfinishedFile out(file);
  opensim::write_sto(table, [&](std::string_view text) { out.write(text); });
  out.publish();
  return table.rows();
}

int write_past_maps(const std::filesystem::path& folder, Simulation& simulation) {
  MapSeries maps(folder, simulation.world());
  int frames = 0;
  double next = 0;
  simulation.visit_past([&](const SceneWorld& world) {
    if (world.time() < next) return;
    maps.add(world);
    ++frames;
    next = world.time() + (1 - 1e-6) / k_maps_per_second;
  });
  maps.finish(MapNames::complete);
  return frames;
}

void write_maps_now(const std::filesystem::path& folder, const SceneWorld& world) {
  MapSeries maps(folder, world);
  maps.add(world);
  maps.finish(MapNames::complete);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: {}", folder.string(), error.message()));
}

}  // namespace

std::filesystem::path export_name(Export what, const std::filesystem::path& scene_file) {
  const std::string stem = "condyle-" + scene_file.stem().string();
  const auto folder = std::filesystem::current_path();
  switch (what) {
    case Export::history_csv:
      return free_name(folder, stem, ".csv");
    case Export::history_sto:
      return free_name(folder, stem, ".sto");
    case Export::maps_now:
    case Export::maps_past:
      break;
  }
  return free_name(folder, stem + "-maps", "");
}

std::string write_export(Export what, const std::filesystem::path& name, Simulation& simulation) {
  const bool is_of_past = what != Export::maps_now;
  if (is_of_past && !simulation.has_past())
    throw InputError("nothing is in memory yet: let the scene run, and give its past some memory");
  switch (what) {
    case Export::history_csv:
      return fmt::format("wrote {} steps to {}", write_csv(name, simulation), name.string());
    case Export::history_sto:
      return fmt::format("wrote {} steps to {}", write_sto_file(name, simulation), name.string());
    case Export::maps_now:
      make_folder(name);
      write_maps_now(name, simulation.world());
      return fmt::format("wrote the surfaces to {}", (name / "maps.pvd").string());
    case Export::maps_past:
      make_folder(name);
      return fmt::format("wrote the surfaces at {} times to {}", write_past_maps(name, simulation),
                         (name / "maps.pvd").string());
  }
  return "";
}

}  // namespace condyle
