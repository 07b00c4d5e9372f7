#pragma once

#include <vector>

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// How far the triangles of a mesh are from its open edges, found once for all evaluations of a
/// pair; of a surface whose nodes cast, which nodes are on them. Empty for a mesh without open
/// edges and for a shape.
class OpenBorder {
 public:
  /// Distances are counted up to this one.
  static constexpr int k_furthest = 4;

  explicit OpenBorder(const ContactSurface& surface);

  bool is_empty() const { return steps_.empty(); }
  /// Sides to cross from the triangle to one with an open side; more than k_furthest if there is
  /// none as near. Of a node: 0 at an end of an open side, else more than k_furthest. Precondition:
  /// not is_empty().
  int steps(int element) const { return steps_[static_cast<std::size_t>(element)]; }

 private:
  void count_steps(const ContactSurface& surface);
  void mark_nodes(const ContactSurface& surface);

  std::vector<signed char> steps_;
};

}  // namespace condyle
