#pragma once

#include <vector>

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// How far the triangles of a mesh are from its open edges, found once for all evaluations of a
/// pair. Empty for a mesh without open edges, a shape, and a surface whose nodes cast.
class OpenBorder {
 public:
  /// Distances are counted up to this one.
  static constexpr int k_furthest = 4;

  explicit OpenBorder(const ContactSurface& surface);

  bool is_empty() const { return steps_.empty(); }
  /// Sides to cross from the triangle to one with an open side; more than k_furthest if there is
  /// none as near. Precondition: not is_empty().
  int steps(int triangle) const { return steps_[static_cast<std::size_t>(triangle)]; }

 private:
  std::vector<signed char> steps_;
};

}  // namespace condyle
