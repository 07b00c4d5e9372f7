#pragma once

#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// The sharp edges of the rigid side of an elastic layer's contact. The pressure under them is
/// infinite in theory, so what is computed depends on the mesh.
class RigidRims {
 public:
  /// Whether the pair's last result presses closer to a sharp edge of its rigid side than a casting
  /// triangle is long. False for other laws, and if no side is rigid.
  bool are_reached(const ContactPair& pair);

 private:
  struct Edge {
    Eigen::Vector3d start, end;
  };
  void find(const ContactSurface& surface);

  const ContactSurface* surface_ = nullptr;  ///< of edges_
  std::vector<Edge> edges_;                  ///< in its mesh frame
};

}  // namespace condyle
