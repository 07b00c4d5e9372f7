#pragma once

#include <array>
#include <memory>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "world/shown_world.h"

namespace condyle {

/// Measures how far the surfaces of a contact are apart, which its own result tells only within the
/// contact's window. A pair without forces casts along the normals of either side.
class GapFinder {
 public:
  /// Per triangle of the casting or of the target mesh: the distance to the other surface [m], 0
  /// where they overlap, NaN well beyond gap_reach() or if one of them does not touch, but is only
  /// drawn.
  std::vector<double> gaps(const ShownWorld& world, int contact, bool on_casting);

 private:
  struct Side {
    // For which `pair` was made. A soft body has a new mesh in each step.
    std::array<std::shared_ptr<const ContactSurface>, 2> surfaces;
    std::array<std::shared_ptr<const TriangleMesh>, 2> meshes;
    std::unique_ptr<ContactPair> pair;
  };
  const ContactPair& pair_of(Side& side, const ShownWorld& world, MeshIndex from, MeshIndex to,
                             double depth);

  std::vector<std::array<Side, 2>> sides_;  ///< of each contact
};

/// The largest distance that counts: a tenth of the diagonal of the smaller mesh [m].
double gap_reach(const ShownWorld& world, const WorldContact& contact);

}  // namespace condyle
