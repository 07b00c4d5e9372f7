#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "elements/footprint.h"
#include "elements/layer_solid.h"
#include "elements/stiffness.h"

namespace condyle {

/// For each patch an even pressure of 1 N in all, as work-equivalent forces on the nodes of the
/// finite elements. The transpose of the same columns therefore gives the mean displacement of each
/// patch.
struct PatchLoads {
  std::vector<int> nodes;  ///< the layer's nodes with more than half of their patch on the solid
  /// A row per row of the stiffness, a column per entry of `nodes`.
  Eigen::SparseMatrix<double, Eigen::RowMajor> P;
};

/// The pressure acts along the triangles' normals on the part of the patch that lies on the solid.
/// It is summed over points at most `size` / 3 [m] apart, but with at most 12 along a triangle's
/// side.
PatchLoads make_patch_loads(const ContactSurface& surface, const LayerNodes& nodes,
                            const Footprint& footprint, const LayerSolid& solid,
                            const Stiffness& stiffness, double size);

}  // namespace condyle
