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

/// The surface of a mesh as it is now; WorldMesh::surface of a soft body is as it was at first.
std::shared_ptr<const ContactSurface> surface_now(const WorldMesh& mesh) {
  if (mesh.mesh->vertices != mesh.surface->mesh().vertices)
    return std::make_shared<const ContactSurface>(*mesh.mesh, k_some_layer, mesh.name);
  return std::make_shared<const ContactSurface>(with_layer(*mesh.surface, k_some_layer));
}

}  // namespace

double gap_reach(const ShownWorld& world, const WorldContact& contact) {
  return k_gap_reach *
         std::min(mesh_diagonal(world, contact.casting), mesh_diagonal(world, contact.target));
}

const ContactPair& GapFinder::pair_of(Side& side, const ShownWorld& world, MeshIndex from,
                                      MeshIndex to, double depth) {
  const WorldMesh &near = world.mesh(from), &far = world.mesh(to);
  const bool is_same = side.surfaces == std::array{near.surface, far.surface} &&
                       side.meshes == std::array{near.mesh, far.mesh};
  if (!is_same) {
    ContactSettings settings;
    settings.max_proximity = depth;
    settings.min_proximity = -k_gap_measured * k_gap_reach *
                             std::min(mesh_diagonal(world, from), mesh_diagonal(world, to));
    side = {{near.surface, far.surface},
            {near.mesh, far.mesh},
            std::make_unique<ContactPair>(surface_now(near), surface_now(far), settings)};
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
