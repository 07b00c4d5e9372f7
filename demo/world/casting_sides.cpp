#include "world/casting_sides.h"

#include "condyle/contact/contact_pair.h"

namespace condyle {
namespace {

const ContactSurface& surface_of(const scene::Scene& scene, const std::vector<BuiltBody>& built,
                                 const scene::MeshName& name) {
  const int body = body_index(scene, name.body);
  return *built[body].meshes[mesh_index(scene.bodies[body], name.mesh)].surface;
}

}  // namespace

void choose_casting_sides(scene::Scene& scene, const std::vector<BuiltBody>& built) {
  for (scene::SceneContact& contact : scene.contacts) {
    if (contact.side != CastingSide::automatic) continue;
    contact.side = CastingSide::first;
    if (casts_better(surface_of(scene, built, contact.target),
                     surface_of(scene, built, contact.casting), contact.settings))
      std::swap(contact.casting, contact.target);
  }
  for (std::size_t i = 0, count = scene.contacts.size(); i < count; ++i) {
    scene::SceneContact reverse = scene.contacts[i];
    if (reverse.side != CastingSide::both) continue;
    reverse.name += ".reverse";
    std::swap(reverse.casting, reverse.target);
    reverse.regions.clear();
    scene.contacts.push_back(std::move(reverse));
  }
}

}  // namespace condyle
