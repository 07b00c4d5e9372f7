#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/even_pressure.h"
#include "core/src/contact/elastic/layer_compliance.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "core/src/contact/elastic/node_pressures.h"

namespace condyle {

/// What a set-up depends on, besides the casting surface.
struct LayerSetupKey {
  Layer target;
  double spacing;  ///< spacing of the nodes that is asked for [m]
  FreeEdges free_edges;

  bool operator==(const LayerSetupKey&) const = default;
};

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

/// The set-ups of one casting surface: each is made once, whichever of several threads asks first.
class LayerSetups {
 public:
  /// Number of set-ups kept, those asked for last; others live as long as pairs use them.
  static constexpr std::size_t k_kept = 4;

  /// Takes the compliance of a table from now on, instead of that of a flat layer; null: takes that
  /// of a flat layer.
  void use(std::shared_ptr<const ComplianceTable> table);
  /// The table in use; null if there is none.
  std::shared_ptr<const ComplianceTable> table();

  /// `casting`: the surface that has these set-ups.
  std::shared_ptr<const LayerSetup> get(const ContactSurface& casting, const LayerSetupKey& key);

 private:
  struct Entry {
    explicit Entry(const LayerSetupKey& of) : key(of) {}

    LayerSetupKey key;
    std::once_flag once;
    std::shared_ptr<const LayerSetup> setup;
  };

  std::shared_ptr<Entry> entry_of(const LayerSetupKey& key);

  std::mutex listing_;
  std::shared_ptr<const ComplianceTable> table_;
  std::vector<std::shared_ptr<Entry>> entries_;  ///< the one asked for last comes last
};

}  // namespace condyle
