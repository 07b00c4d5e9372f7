#include "view/shown_patches.h"

#include <algorithm>
#include <functional>

#include "condyle/contact/layer.h"

namespace condyle {
namespace {

bool is_hidden(const ShownWorld& world, const ViewOptions& options, MeshIndex index) {
  std::size_t part = static_cast<std::size_t>(index.mesh);
  for (int b = 0; b < index.body; ++b) part += world.bodies()[b].meshes.size();
  return part < options.opacity.size() && options.opacity[part] <= 0;
}

/// Wear of the casting mesh of contact i, summed over all contacts in which it casts; empty if an
/// earlier contact has the same casting mesh, because that one shows the sum.
std::vector<double> worn_depths(const ShownWorld& world, std::size_t i) {
  const auto contacts = world.contacts();
  std::vector<double> sum;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (contacts[k].casting != contacts[i].casting) continue;
    if (k < i) return {};
    const std::vector<double> depths = world.worn_depth(static_cast<int>(k));
    sum.resize(std::max(sum.size(), depths.size()), 0);
    std::ranges::transform(depths, sum, sum.begin(), std::plus<>());
  }
  return sum;
}

}  // namespace

void ShownPatches::update(const ShownWorld& world, const ViewOptions& options, DrawList& list) {
  while (contacts_.size() < world.contacts().size())
    contacts_.push_back(std::make_unique<OfContact>());
  const PatchStyle style = options.smooth ? PatchStyle::smooth : PatchStyle::flat;
  const auto add = [&](GpuPatch& patch, MeshIndex index, std::span<const PatchPiece> pieces,
                       double line_at) {
    if (pieces.empty() || is_hidden(world, options, index)) return;
    const WorldMesh& mesh = world.mesh(index);
    patch.set(pieces, *mesh.mesh);
    list.patches.push_back({&patch, world.bodies()[index.body].X_WB * mesh.X_BM, line_at});
  };
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    const WorldContact& contact = world.contacts()[i];
    auto& [surface, casting, target] = *contacts_[i];
    if (options.color == MeshColor::worn_depth) {
      const std::vector<double> worn = worn_depths(world, i);
      const TriangleMesh& mesh = *world.mesh(contact.casting).mesh;
      if (worn.size() == mesh.triangles.size())
        add(casting, contact.casting, value_patch(mesh, worn, style), 0);
    } else if (contact.report && (options.on_casting || options.on_target)) {
      surface.make(contact.report->pair(), style);
      const double yield = yield_stress_of(contact.casting_layer, contact.target_layer);
      if (options.on_casting) add(casting, contact.casting, surface.on_casting(), yield);
      if (options.on_target) add(target, contact.target, surface.on_target(), yield);
    }
  }
}

}  // namespace condyle
