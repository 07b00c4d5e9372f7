#include "view/shown_patches.h"

#include <algorithm>

#include "condyle/contact/layer.h"

namespace condyle {
namespace {

bool is_hidden(const ShownWorld& world, const ViewOptions& options, MeshIndex index) {
  std::size_t part = static_cast<std::size_t>(index.mesh);
  for (int b = 0; b < index.body; ++b) part += world.bodies()[b].meshes.size();
  return part < options.opacity.size() && options.opacity[part] <= 0;
}

/// The largest number; 0 if there is none.
double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values)
    if (value > largest) largest = value;  // false for NaN
  return largest;
}

}  // namespace

double ShownPatches::update(const ShownWorld& world, const ViewOptions& options, DrawList& list) {
  while (contacts_.size() < world.contacts().size())
    contacts_.push_back(std::make_unique<OfContact>());
  const Picture picture{world, options, list};
  maps_.clear();
  const bool is_of_contact = description_of(options.field).is_of_contact;
  double largest = 0;
  for (int i = 0; i < static_cast<int>(world.contacts().size()); ++i) {
    if (is_of_contact) {
      largest = std::max(largest, add_contact(picture, i));
    } else {
      if (options.on_casting) largest = std::max(largest, add_mesh(picture, i, true));
      if (options.on_target) largest = std::max(largest, add_mesh(picture, i, false));
    }
  }
  return largest;
}

double ShownPatches::add_contact(const Picture& picture, int contact) {
  const auto& [world, options, list] = picture;
  const WorldContact& of = world.contacts()[contact];
  if (!of.report) return 0;
  const std::vector<double> values =
      description_of(options.field).values({world, contact, true, gaps_});
  const double largest = largest_of(values);
  if (values.empty() || (!options.on_casting && !options.on_target)) return largest;
  OfContact& shown = *contacts_[contact];
  PatchSurface& surface = shown.surface;
  const PatchStyle style = options.smooth ? PatchStyle::smooth : PatchStyle::flat;
  const bool is_pressure = options.field == Field::pressure;
  if (is_pressure) {
    surface.make(of.report->pair(), style);  // keeps the force
  } else {
    surface.make(of.report->pair(), style, values);
  }
  const double line_at = is_pressure ? yield_stress_of(of.casting_layer, of.target_layer) : 0;
  if (options.on_casting)
    add(picture, shown.casting, {contact, true, of.casting, surface.on_casting()}, line_at);
  if (options.on_target)
    add(picture, shown.target, {contact, false, of.target, surface.on_target()}, line_at);
  return largest;
}

double ShownPatches::add_mesh(const Picture& picture, int contact, bool on_casting) {
  const auto& [world, options, list] = picture;
  const WorldContact& of = world.contacts()[contact];
  const MeshIndex index = on_casting ? of.casting : of.target;
  const std::vector<double> values =
      description_of(options.field).values({world, contact, on_casting, gaps_});
  const TriangleMesh& mesh = *world.mesh(index).mesh;
  if (values.size() != mesh.triangles.size()) return 0;
  OfContact& shown = *contacts_[contact];
  std::vector<PatchPiece>& pieces = on_casting ? shown.casting_pieces : shown.target_pieces;
  pieces = value_patch(mesh, values, options.smooth ? PatchStyle::smooth : PatchStyle::flat);
  // Beyond its reach a gap is measured only so that the map ends inside of triangles.
  const double most = options.field == Field::gap ? gap_reach(world, of) : 0;
  add(picture, on_casting ? shown.casting : shown.target,
      {contact, on_casting, index, pieces, most}, 0);
  const double largest = largest_of(values);
  return most > 0 ? std::min(largest, most) : largest;
}

void ShownPatches::add(const Picture& picture, GpuPatch& patch, const ShownMap& map,
                       double line_at) {
  const auto& [world, options, list] = picture;
  if (map.pieces.empty() || is_hidden(world, options, map.mesh)) return;
  const WorldMesh& mesh = world.mesh(map.mesh);
  patch.set(map.pieces, *mesh.mesh);
  list.patches.push_back(
      {&patch, world.bodies()[map.mesh.body].X_WB * mesh.X_BM, line_at, map.most});
  maps_.push_back(map);
}

}  // namespace condyle
