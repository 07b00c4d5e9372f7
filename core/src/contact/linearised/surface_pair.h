#pragma once

#include <memory>
#include <optional>

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/user_law.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/laws/pressure_law.h"

namespace condyle {

/// Two surfaces in contact, and the laws between them. The casting surface is first in every list.
struct SurfacePair {
  std::shared_ptr<const ContactSurface> casting, target;
  ContactSettings settings;
  double share = 1;                        ///< see ContactPair::set_share()
  NormalLaw normal_law;                    ///< law of the settings, with_derived_stiffness()
  Friction friction;                       ///< friction of the settings, resolved
  std::optional<PressureLaw> uniform_law;  ///< set if both surfaces have one layer
  std::unique_ptr<ElasticLayer> layer;     ///< set for Formulation::elastic_layer
  condyle_contact user_contact = {};       ///< time and bodies for users' laws

  bool follows_target() const { return settings.force_direction == ForceDirection::target; }

  /// The law between a casting and a target triangle.
  PressureLaw law(int casting_triangle, int target_triangle) const;
};

}  // namespace condyle
