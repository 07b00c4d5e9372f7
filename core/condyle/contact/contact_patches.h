#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Splits the triangles in contact into patches that hang together over shared edges; where nodes
/// cast, over the edges between them.
///
/// One pass in ascending order labels each triangle as its neighbours that came before, or anew;
/// where two labels meet they are joined. Where the triangles are those of the call before, so are
/// the patches. Labels are written per triangle of the mesh on top of all numbers used so far, so
/// that nothing needs to be cleared: what is older is too low to be one.
class PatchFinder {
 public:
  /// Keeps a reference: the surface must outlive the finder.
  explicit PatchFinder(const ContactSurface& casting);

  /// Makes room for contacts of so many triangles.
  void reserve(std::size_t contacts);

  /// Finds the patches of the hits that `contacts` names, ascending. Returns their number.
  int find(std::span<const ProximityHit> hits, std::span<const int> contacts);

  /// Per contact its patch; patches are numbered in order of their first triangle.
  std::span<const int> patch_of() const { return patch_of_; }

 private:
  using Label = std::uint32_t;

  bool same_as_before(std::span<const ProximityHit> hits, std::span<const int> contacts);
  void begin(std::size_t contacts);
  void label_triangles(std::span<const ProximityHit> hits, std::span<const int> contacts);
  void label_nodes(std::span<const ProximityHit> hits, std::span<const int> contacts);
  int number_patches();

  const ContactSurface* casting_;
  std::vector<Label> label_at_;  ///< per casting triangle + 1, the first for no triangle
  Label first_label_ = 1;        ///< what label_at_ holds below is of the past
  std::vector<Label> parent_;    ///< per label: forest of the joined; a root is the lowest
  std::vector<int> number_;      ///< per label: its patch
  std::vector<int> patch_of_;    ///< per contact: its label, in the end its patch
  int count_ = 0;
  std::vector<int> elements_;  ///< the triangles of the contacts
};

}  // namespace condyle
