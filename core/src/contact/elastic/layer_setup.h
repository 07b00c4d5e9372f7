#pragma once

#include <memory>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/even_pressure.h"
#include "core/src/contact/elastic/layer_compliance.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "core/src/contact/elastic/node_pressures.h"
#include "core/src/contact/surface/layer_setups.h"

namespace condyle {

/// The key of a pair. Its spacing is node_spacing of the settings, or else that of the casting
/// surface's table of compliance, or else the default for these surfaces.
LayerSetupKey setup_key(const ContactSurface& casting, const ContactSurface& target,
                        const ContactSettings& settings);

/// Everything about an elastic layer that is known before the bodies meet. Never changes, so any
/// number of pairs and threads may share it.
struct LayerSetup {
  /// How far an incompressible thin layer swells beside a contact, over the greatest depth: its
  /// contact is sqrt(3) times as wide as the overlap of a sphere, where the gap is twice the depth
  /// (Johnson 1985, eq. 5.73). The rest is a margin.
  static constexpr double k_swelling = 2.5;

  /// Takes about half a second for 15,000 triangles, up to some 3 if these are larger than the
  /// layer is thick. Throws InputError if the casting surface has the compliance of another mesh or
  /// layer.
  LayerSetup(const ContactSurface& casting, const LayerSetupKey& key);
  LayerSetup(const LayerSetup&) = delete;
  LayerSetup& operator=(const LayerSetup&) = delete;

  LayerNodes nodes;
  LayerCompliance compliance;
  NodeSlopes slopes;
  double swelling;  ///< bound on swelling beside a contact, over the depth; 0: no layer has an end
  double lift;      ///< LayerCompliance::greatest_lift() [m/N]
  double depth_scale;  ///< ElasticLayer::depth_scale() [m]
  bool is_definite;    ///< LayerCompliance::is_definite()
  EvenPressure even_pressure;
  std::vector<int> across_seams;  ///< nodes_across_seams()
};

/// The set-up that all pairs share in which this surface casts with this key.
std::shared_ptr<const LayerSetup> layer_setup_of(const ContactSurface& casting,
                                                 const LayerSetupKey& key);

}  // namespace condyle
