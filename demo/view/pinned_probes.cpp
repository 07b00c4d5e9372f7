#include "view/pinned_probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "view/picking.h"

namespace condyle {
namespace {

bool takes_part(const ShownWorld& world, MeshIndex mesh) {
  return std::ranges::any_of(world.contacts(), [&](const WorldContact& contact) {
    return contact.casting == mesh || contact.target == mesh;
  });
}

/// The place of the first mesh in contact whose opacity is at least `least`.
std::optional<PinnedProbe> first_in_contact(const ShownWorld& world, const ViewOptions& options,
                                            const CameraRay& ray, float least) {
  std::vector<float> opacity = options.opacity;
  for (float& of_mesh : opacity)
    if (of_mesh < least) of_mesh = 0;
  const Pick found = pick(world, opacity, ray, options.cut.active());
  const MeshIndex mesh{found.body, found.mesh};
  if (found.triangle < 0 || !takes_part(world, mesh)) return {};
  return PinnedProbe{0, mesh, found.triangle, found.weights};
}

}  // namespace

std::string name_of(const PinnedProbe& probe) { return std::to_string(probe.number); }

std::optional<PinnedProbe> place_to_pin(const ShownWorld& world, const ViewOptions& options,
                                        std::span<const ShownMap> maps, const CameraRay& ray) {
  if (const auto on_map = probe(world, options, maps, ray))
    return PinnedProbe{0, on_map->mesh, on_map->triangle, on_map->weights};
  if (const auto on_solid = first_in_contact(world, options, ray, 1)) return on_solid;
  return first_in_contact(world, options, ray, 0);
}

PinnedProbe named_place(const ShownWorld& world, const std::string& name) {
  std::string known;
  for (int b = 0; b < static_cast<int>(world.bodies().size()); ++b) {
    const WorldBody& body = world.bodies()[b];
    for (int m = 0; m < static_cast<int>(body.meshes.size()); ++m) {
      if (!takes_part(world, {b, m})) continue;
      const std::string mesh = body.name + "/" + body.meshes[m].name + "/";
      const auto last = static_cast<int>(body.meshes[m].mesh->triangles.size()) - 1;
      const std::string number = name.starts_with(mesh) ? name.substr(mesh.size()) : "";
      int triangle = -1;
      const auto read = std::from_chars(number.data(), number.data() + number.size(), triangle);
      const bool is_whole = read.ec == std::errc() && read.ptr == number.data() + number.size();
      if (is_whole && triangle >= 0 && triangle <= last) return {0, {b, m}, triangle};
      known += fmt::format("{}{}0 to {}", known.empty() ? "" : ", ", mesh, last);
    }
  }
  throw InputError(fmt::format("probe {}: no such triangle in contact; there are {}", name, known));
}

void pin(PinnedProbe probe, PinnedProbes& pinned) {
  const auto is_taken = [&](int number) {
    return std::ranges::find(pinned.probes, number, &PinnedProbe::number) != pinned.probes.end();
  };
  for (probe.number = 1; is_taken(probe.number);) ++probe.number;
  pinned.probes.push_back(probe);
}

Eigen::Vector3d place_of(const ShownWorld& world, const PinnedProbe& probe) {
  const WorldMesh& mesh = world.mesh(probe.mesh);
  const auto& [a, b, c] = mesh.mesh->triangles[static_cast<std::size_t>(probe.triangle)];
  const auto& vertices = mesh.mesh->vertices;
  const Eigen::Vector3d p_M = probe.weights[0] * vertices[a] + probe.weights[1] * vertices[b] +
                              probe.weights[2] * vertices[c];
  return world.bodies()[probe.mesh.body].X_WB * mesh.X_BM * p_M;
}

double value_at(const FieldDescription& field, const ShownWorld& world, const PinnedProbe& probe,
                GapFinder& gaps) {
  double found = std::numeric_limits<double>::quiet_NaN();
  const auto take = [&](double value) {
    const bool counts = field.field == Field::gap ? value < found : value > found;
    if (std::isnan(found) || counts) found = value;
  };
  for (int k = 0; k < static_cast<int>(world.contacts().size()); ++k) {
    const WorldContact& contact = world.contacts()[k];
    for (const bool on_casting : {true, false}) {
      if ((on_casting ? contact.casting : contact.target) != probe.mesh) continue;
      const double value = value_on(field, {world, k, on_casting, gaps}, probe.triangle);
      if (!std::isnan(value)) take(value);
    }
  }
  return found;
}

}  // namespace condyle
