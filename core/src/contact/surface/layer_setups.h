#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle {

struct ComplianceTable;
struct LayerSetup;

/// What a set-up depends on, besides the casting surface.
struct LayerSetupKey {
  Layer target;
  double spacing;  ///< spacing of the nodes that is asked for [m]
  FreeEdges free_edges;

  bool operator==(const LayerSetupKey&) const = default;
};

/// The set-ups of one casting surface (layer_setup.h): each is made once, whichever of several
/// threads asks first.
class LayerSetups {
 public:
  /// Number of set-ups kept, those asked for last; others live as long as pairs use them.
  static constexpr std::size_t k_kept = 4;

  /// Takes the compliance of a table from now on, instead of that of a flat layer; null: takes that
  /// of a flat layer.
  void use(std::shared_ptr<const ComplianceTable> table);
  /// The table in use; null if there is none.
  std::shared_ptr<const ComplianceTable> table();

  using Make = std::function<std::shared_ptr<const LayerSetup>()>;
  /// The set-up with this key, by `make` if there is none yet.
  std::shared_ptr<const LayerSetup> get(const LayerSetupKey& key, const Make& make);

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
