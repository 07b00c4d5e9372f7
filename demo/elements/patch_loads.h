#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "elements/footprint.h"
#include "elements/layer_solid.h"
#include "elements/stiffness.h"

namespace condyle {

/// A newton of pressure spread over each patch, as forces on the nodes of finite elements that do
/// the same work: so the same columns give the mean displacement of a patch.
struct PatchLoads {
  std::vector<int> nodes;  ///< the layer's nodes of which at least half lies on the solid
  Eigen::SparseMatrix<double, Eigen::RowMajor> P;  ///< rows of the stiffness by these nodes
};

/// The pressure acts along the triangles' normals on what of the patch lies on the solid, and is
/// summed over points that are `size` / 3 apart or closer [m].
PatchLoads make_patch_loads(const ContactSurface& surface, const LayerNodes& nodes,
                            const Footprint& footprint, const LayerSolid& solid,
                            const Stiffness& stiffness, double size);

}  // namespace condyle
