#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Splits the triangles in contact into patches connected over shared edges, or the nodes in
/// contact into patches connected by edges.
///
/// One pass in ascending order gives each triangle the label of its neighbours that came before, or
/// a new label; labels that meet are joined. If the triangles are those of the last call, so are
/// the patches. Each call uses labels above all that were used before, so nothing needs to be
/// cleared: older labels are recognised as too low.
class PatchFinder {
 public:
  /// Keeps a reference: the surface must outlive the finder.
  explicit PatchFinder(const ContactSurface& casting);

  /// Makes room for this many triangles in contact.
  void reserve(std::size_t contacts);

  /// Finds the patches of the hits whose indices are `contacts`, ascending; an index repeats for
  /// each piece of a divided triangle (casting_pieces.h). Returns their number.
  int find(std::span<const ProximityHit> hits, std::span<const int> contacts);

  /// The patch of each contact. Patches are numbered in the order of their first triangles.
  std::span<const int> patch_of() const { return patch_of_; }

 private:
  using Label = std::uint32_t;

  bool same_as_before(std::span<const ProximityHit> hits, std::span<const int> contacts);
  void begin(std::size_t contacts);
  void label_triangles(std::span<const ProximityHit> hits, std::span<const int> contacts);
  void label_nodes(std::span<const ProximityHit> hits, std::span<const int> contacts);
  int number_patches();

  const ContactSurface* casting_;
  /// Per casting triangle + 1; the first entry stands for no triangle.
  std::vector<Label> label_at_;
  Label first_label_ = 1;  ///< lower labels in label_at_ are from earlier calls
  /// Per label: parent in a forest of joined labels; roots are the lowest labels.
  std::vector<Label> parent_;
  std::vector<int> number_;    ///< patch of each label
  std::vector<int> patch_of_;  ///< per contact: its label while find() runs, then its patch
  int count_ = 0;
  std::vector<int> elements_;  ///< triangles of the contacts of the last call
};

}  // namespace condyle
