#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/src/solver/frozen_layer.h"
#include "core/src/solver/frozen_patches.h"
#include "core/src/solver/frozen_sums.h"

namespace condyle {

// What triangles press by. A pair keeps its kind, and so its storage, while its settings stay.

/// Pressure in proportion to proximity, by FrozenBlock::law_slope.
struct LinearFoundation {};

struct NonlinearFoundation {
  std::vector<PressureLaw> laws;  ///< one per lane
};

/// Any other law, of the user or not.
struct LawOnTriangles {
  NormalLaw normal;  ///< settled(), see normal_law.h
};
struct LawOnPatches {
  explicit LawOnPatches(const ContactSurface& casting) : patches(casting) {}

  NormalLaw normal;  ///< settled()
  FrozenPatches patches;
};

/// An elastic layer. Its solver knows its last solution, which saves time and changes nothing.
struct LawOnLayer {
  explicit LawOnLayer(const ElasticLayer& elastic)
      : layer(std::make_unique<FrozenLayer>(elastic)) {}

  std::unique_ptr<FrozenLayer> layer;
};

/// The laws by which a pair presses and rubs.
struct FrozenPairLaw {
  std::variant<LinearFoundation, NonlinearFoundation, LawOnTriangles, LawOnPatches, LawOnLayer>
      normal;
  double dissipation = 0;
  Friction friction;  ///< resolved()
  condyle_contact user_contact = {};
  bool takes_mean = false;  ///< see FrozenContact::take_mean()
};

/// Takes the laws of the pair's settings.
void set_law(const ContactPair& pair, FrozenPairLaw& law);

/// The elastic layer; null under any other law.
inline FrozenLayer* layer_of(const FrozenPairLaw& law) {
  const auto* const on_layer = std::get_if<LawOnLayer>(&law.normal);
  return on_layer ? on_layer->layer.get() : nullptr;
}

/// The laws as sums take them, without bristles and yielding.
FrozenLaw law_of_sums(const FrozenPairLaw& law);

}  // namespace condyle
