#include "view/gap_finder.h"

#include <algorithm>
#include <limits>

#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_gap_reach = 0.1;     // over the diagonal of the smaller mesh
constexpr double k_gap_measured = 1.3;  // distance up to which gaps are measured, over the reach
// Any layer that springs accept, since that of the scene may be rigid; no force is read.
constexpr Layer k_some_layer{1e6, 0.3, 0.01};

std::shared_ptr<const ContactSurface> without_law(
    const std::shared_ptr<const ContactSurface>& surface) {
  // A moving surface cannot be copied: the pair must see it move. Its layer suits springs.
  if (surface->is_deformable()) return surface;
  return std::make_shared<const ContactSurface>(with_layer(*surface, k_some_layer));
}

}  // namespace

double gap_reach(const ShownWorld& world, const WorldContact& contact) {
  return k_gap_reach *
         std::min(mesh_diagonal(world, contact.casting), mesh_diagonal(world, contact.target));
}

const ContactPair& GapFinder::pair_of(Side& side, const ShownWorld& world, MeshIndex from,
                                      MeshIndex to, double depth) {
  const WorldMesh &near = world.mesh(from), &far = world.mesh(to);
  if (side.from != near.surface || side.to != far.surface) {
    ContactSettings settings;
    settings.max_proximity = depth;
    settings.min_proximity = -k_gap_measured * k_gap_reach *
                             std::min(mesh_diagonal(world, from), mesh_diagonal(world, to));
    side = {near.surface, far.surface,
            std::make_unique<ContactPair>(without_law(near.surface), without_law(far.surface),
                                          settings)};
  }
  const Pose X_WN = world.bodies()[from.body].X_WB * near.X_BM;
  const Pose X_WF = world.bodies()[to.body].X_WB * far.X_BM;
  side.pair->evaluate(X_WN.inverse() * X_WF);
  return *side.pair;
}

std::vector<double> GapFinder::gaps(const ShownWorld& world, int contact, bool on_casting) {
  sides_.resize(world.contacts().size());
  const WorldContact& of = world.contacts()[contact];
  const MeshIndex from = on_casting ? of.casting : of.target;
  const MeshIndex to = on_casting ? of.target : of.casting;
  constexpr double k_unmeasured = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> gaps(world.mesh(from).mesh->triangles.size(), k_unmeasured);
  if (!world.mesh(from).surface || !world.mesh(to).surface || gaps.empty()) return gaps;
  const double depth = std::max(of.settings.max_proximity, gap_reach(world, of));
  const SideMap& map =
      pair_of(sides_[contact][on_casting ? 0 : 1], world, from, to, depth).casting_map();
  for (std::size_t t = 0; t < gaps.size(); ++t)
    if (map.partner[t] >= 0) gaps[t] = std::max(-map.proximity[t], 0.0);
  return gaps;
}

}  // namespace condyle
