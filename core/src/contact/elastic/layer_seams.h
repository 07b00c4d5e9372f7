#pragma once

#include <vector>

#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// Per node: one of another sheet that faces the same way and whose patch is so near that both
/// would be one layer, if the mesh held together there; -1: none. Nodes of different sheets never
/// bend each other, as is right over a sharp edge or a gap, but not where a mesh has triangles
/// twice, edges that do not match or slits. Takes time in proportion to the number of nodes that
/// lie within a patch's radius of each other along x; none if there is one sheet.
std::vector<int> nodes_across_seams(const LayerNodes& nodes);

}  // namespace condyle
