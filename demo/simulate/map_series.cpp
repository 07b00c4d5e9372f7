#include "simulate/map_series.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/file_names.h"

namespace condyle {
namespace {

/// Maps of one mesh. If several contacts press on a triangle, pressure and proximity are those of
/// the contact with the higher pressure.
struct MeshMaps {
  std::vector<double> pressure, proximity;
  std::vector<double> worn_depth;  ///< summed over all contacts
};

void merge(MeshMaps& maps, const SideMap& side) {
  for (std::size_t t = 0; t < maps.pressure.size(); ++t) {
    if (side.pressure[t] < maps.pressure[t]) continue;
    maps.pressure[t] = side.pressure[t];
    maps.proximity[t] = side.proximity[t];
  }
}

void add_wear(MeshMaps& maps, const std::vector<double>& worn_depth) {
  for (std::size_t t = 0; t < worn_depth.size(); ++t) maps.worn_depth[t] += worn_depth[t];
}

MeshMaps maps_of(const SceneWorld& world, int body, int mesh) {
  const std::size_t n = world.bodies()[body].meshes[mesh].mesh->triangles.size();
  MeshMaps maps{std::vector<double>(n, 0), std::vector<double>(n, 0), std::vector<double>(n, 0)};
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    const WorldContact& contact = world.contacts()[i];
    const auto is_here = [&](MeshIndex side) { return side.body == body && side.mesh == mesh; };
    if (is_here(contact.casting)) add_wear(maps, world.worn_depth(static_cast<int>(i)));
    if (!contact.report) continue;
    if (is_here(contact.casting)) merge(maps, contact.report->casting_map());
    if (is_here(contact.target)) merge(maps, contact.report->target_map());
  }
  return maps;
}

std::string part_name(const WorldBody& body, const WorldMesh& mesh) {
  return body.name + "." + mesh.name;
}

std::vector<std::string> part_names(const SceneWorld& world) {
  std::vector<std::string> names;
  for (const WorldBody& body : world.bodies()) {
    for (const WorldMesh& mesh : body.meshes) names.push_back(part_name(body, mesh));
  }
  return names;
}

}  // namespace

MapSeries::MapSeries(const std::filesystem::path& folder, const SceneWorld& world)
    : folder_(folder), maps_(folder), names_(file_names_of(part_names(world))) {}

void MapSeries::add(const SceneWorld& world) {
  std::size_t part = 0;
  for (std::size_t i = 0; i < world.bodies().size(); ++i) {
    const WorldBody& body = world.bodies()[i];
    for (std::size_t j = 0; j < body.meshes.size(); ++j) {
      const WorldMesh& mesh = body.meshes[j];
      const std::string& name = names_[part++];
      if (!mesh.surface) continue;
      const MeshMaps maps = maps_of(world, static_cast<int>(i), static_cast<int>(j));
      entries_.push_back(
          {world.time(), part_name(body, mesh), fmt::format("{}_{:05}.vtp", name, frame_)});
      const std::array<mesh::CellArray, 3> cells = {
          mesh::CellArray{"pressure [Pa]", 1, maps.pressure},
          mesh::CellArray{"proximity [m]", 1, maps.proximity},
          mesh::CellArray{"worn_depth [m]", 1, maps.worn_depth}};
      mesh::write_vtp(maps_.path() / entries_.back().file,
                      transformed(*mesh.mesh, body.X_WB * mesh.X_BM), cells);
    }
  }
  ++frame_;
}

void MapSeries::finish(MapNames names) { publish_maps(maps_, std::move(entries_), folder_, names); }

}  // namespace condyle
