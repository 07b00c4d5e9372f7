#include "core/src/contact/linearised/linearised_pair_law.h"

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle {
namespace {

/// Whether `layer` belongs to `elastic`. A later layer of the pair may have the address of an
/// earlier one, but then has other nodes.
bool is_of(const LinearisedLayer& layer, const ElasticLayer& elastic) {
  return layer.law == &elastic && layer.figures.node_spacing == elastic.nodes().spacing;
}

/// The law of this kind. It keeps its storage if the pair already had this kind.
template <class Kind, class... From>
Kind& kept(LinearisedPairLaw& law, const From&... from) {
  Kind* const same = std::get_if<Kind>(&law.normal);
  return same ? *same : law.normal.emplace<Kind>(from...);
}

}  // namespace

void set_law(const SurfacePair& pair, bool for_steps, LinearisedPairLaw& law) {
  const NormalLaw& normal = pair.normal_law;
  const ElasticLayer* const elastic = pair.layer.get();
  if (const LinearisedLayer* const layer = layer_of(law);
      layer && !(elastic && is_of(*layer, *elastic)))
    law.normal = LinearFoundation{};
  if (elastic && !for_steps)
    kept<LawOfSolvedLayer>(law) = {elastic, pair.share};
  else if (elastic)
    kept<LawOnLayer>(law, *elastic);
  else if (acts_on_patches(normal))
    kept<LawOnPatches>(law, *pair.casting).normal = normal;
  else if (!is_foundation(normal))
    kept<LawOnTriangles>(law).normal = normal;
  else if (pair.settings.formulation == Formulation::nonlinear)
    kept<NonlinearFoundation>(law);
  else
    kept<LinearFoundation>(law);
  law.dissipation = pair.settings.dissipation;
  law.friction = pair.friction;
  if (!for_steps && is_sticking(law.friction)) law.friction = {};  // it has no past
  law.user_contact = pair.user_contact;
}

LayerPress press_at(const LawOfSolvedLayer& law, int hit) {
  const auto [pressure, energy, gradient] = law.layer->press(hit, law.share);
  return {pressure, energy, gradient};
}

LayerPress press_at(const LinearisedLayer& layer, std::size_t place, double area) {
  if (!(area > 0)) return {.thrust = Vector6::Zero()};
  return {0, layer.share * energy_at(layer, place, area / layer.share), thrust_at(layer, place)};
}

LinearisedLaw law_of_sums(const LinearisedPairLaw& law) {
  LinearisedLaw result;
  if (const auto* nonlinear = std::get_if<NonlinearFoundation>(&law.normal))
    result.nonlinear = nonlinear->laws;
  else if (const auto* on_triangles = std::get_if<LawOnTriangles>(&law.normal))
    result.normal = &on_triangles->normal;
  else if (const auto* on_patches = std::get_if<LawOnPatches>(&law.normal))
    result.normal = &on_patches->normal;
  result.dissipation = law.dissipation;
  result.friction = law.friction;
  result.contact = &law.user_contact;
  return result;
}

}  // namespace condyle
