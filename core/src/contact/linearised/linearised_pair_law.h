#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "core/src/contact/linearised/linearised_layer.h"
#include "core/src/contact/linearised/linearised_patches.h"
#include "core/src/contact/linearised/linearised_sums.h"
#include "core/src/contact/linearised/surface_pair.h"

namespace condyle {

// The normal laws by which triangles press. A pair keeps its kind of law, and so the law's storage,
// while its settings stay.

/// Pressure in proportion to proximity, by LinearisedBlock::law_slope.
struct LinearFoundation {};

struct NonlinearFoundation {
  std::vector<PressureLaw> laws;  ///< see LinearisedLaw::nonlinear
};

/// Any other law on triangles, built in or the user's.
struct LawOnTriangles {
  NormalLaw normal;  ///< with_derived_stiffness(), see law_description.h
};
struct LawOnPatches {
  explicit LawOnPatches(const ContactSurface& casting) : patches(casting) {}

  NormalLaw normal;  ///< with_derived_stiffness()
  LinearisedPatches patches;
};

/// An elastic layer. Its solver starts from its last solution, which saves time and changes only
/// the rounding.
struct LawOnLayer {
  explicit LawOnLayer(const ElasticLayer& elastic)
      : layer(std::make_unique<LinearisedLayer>(elastic)) {}

  std::unique_ptr<LinearisedLayer> layer;
};

/// An elastic layer that is solved for one pose, without a step (ElasticLayer::solve()).
struct LawOfSolvedLayer {
  const ElasticLayer* layer = nullptr;
  double share = 1;  ///< see ContactPair::share()
};

/// What an elastic layer does on a triangle.
struct LayerPress {
  double elastic = 0;  ///< pressure without damping [Pa]
  double energy = 0;   ///< [J]
  Vector6 thrust;      ///< minus the wrench per pressure and area
};
LayerPress press_at(const LawOfSolvedLayer& law, int hit);
/// At the last evaluation of a step; without its pressure, which the blocks have.
LayerPress press_at(const LinearisedLayer& layer, std::size_t place, double area);

/// The laws by which a pair presses and rubs.
struct LinearisedPairLaw {
  std::variant<LinearFoundation, NonlinearFoundation, LawOnTriangles, LawOnPatches, LawOnLayer,
               LawOfSolvedLayer>
      normal;
  double dissipation = 0;
  Friction friction;  ///< resolved()
  condyle_contact user_contact = {};
};

/// Takes the laws of the pair's settings, for steps or for one pose.
void set_law(const SurfacePair& pair, bool for_steps, LinearisedPairLaw& law);

/// The elastic layer; null under any other law.
inline LinearisedLayer* layer_of(const LinearisedPairLaw& law) {
  const auto* const on_layer = std::get_if<LawOnLayer>(&law.normal);
  return on_layer ? on_layer->layer.get() : nullptr;
}

/// The laws of a nonlinear foundation; null under any other law.
inline std::vector<PressureLaw>* nonlinear_laws_of(LinearisedPairLaw& law) {
  auto* const nonlinear = std::get_if<NonlinearFoundation>(&law.normal);
  return nonlinear ? &nonlinear->laws : nullptr;
}

/// The laws in the form that sums take, without bristles and yielding.
LinearisedLaw law_of_sums(const LinearisedPairLaw& law);

}  // namespace condyle
