#pragma once

#include "condyle/contact/contact_surface.h"

namespace condyle {

struct ContactSettings;
struct RangeFault;

/// One layer of averaged material in place of two (ContactSettings::lumped), and how far that is
/// from both layers in series, which carry one pressure.
struct LumpedLayers {
  Layer casting, target;  ///< the sides' layers; of one per element, the mean by area
  /// dp/dd at small depth of the averaged layer over that of both in series; 1 if layers are not
  /// lumped. With equal thickness and Poisson's ratio, (1 + r)^2 / (4 r) for moduli in a ratio of
  /// r: 1.1 for 2, 1.8 for 5, 25 for 100. In a deep contact of given force the peak pressure is off
  /// by about its square root.
  double stiffness_ratio = 1;

  /// Whether the averaged layer is more than twice or less than half as stiff: moduli that differ
  /// by a factor above 5.8, between layers of equal thickness and Poisson's ratio.
  bool is_far_off() const;
  /// "lumped_layers". Precondition: is_far_off().
  RangeFault fault() const;
};

LumpedLayers lumped_layers(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings);

}  // namespace condyle
