#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "core/src/mesh/neighbour_lists.h"

namespace condyle {

/// The nodes of an elastic layer: its unknowns are the forces on them. Each node has a patch of
/// triangles of the casting mesh; every triangle belongs to one patch. A patch never reaches over
/// an open edge, nor over one that is bent by more than 45 degrees: these edges divide the surface
/// into sheets.
struct LayerNodes {
  int count() const { return static_cast<int>(areas.size()); }
  std::span<const int> triangles_of(int node) const {
    return std::span(triangles).subspan(first_triangle[node],
                                        first_triangle[node + 1] - first_triangle[node]);
  }

  double spacing = 0;                        ///< square root of the mean area of a patch [m]
  std::vector<int> node_of_triangle;         ///< per triangle of the casting mesh
  std::vector<int> first_triangle;           ///< per node, and the end: start in `triangles`
  std::vector<int> triangles;                ///< patch by patch, ascending in each patch
  std::vector<Eigen::Vector3d> points;       ///< mean point of the patch, mesh frame [m]
  std::vector<Eigen::Vector3d> normals;      ///< mean outward normal, unit
  std::vector<double> areas;                 ///< area of the patch [m^2]
  std::vector<double> thickness;             ///< mean thickness of the casting side's layer [m]
  std::vector<Eigen::Matrix3d> covariances;  ///< covariance of the patch's points [m^2]
  std::vector<double> radii;                 ///< farthest corner of the patch from its point [m]
  std::vector<int> sheets;                   ///< number of the node's sheet
  mesh::NeighbourLists neighbours;           ///< the nodes whose patches share an edge
};

/// Places nodes about `spacing` [m] apart, > 0, so that patches are as round as triangles allow: by
/// halving each sheet, and then moving each node to the mean of the points nearest to it (Lloyd
/// 1982). Where triangles are larger than the spacing allows, each has a node of its own. Takes
/// time in proportion to the number of triangles.
LayerNodes make_layer_nodes(const ContactSurface& casting, double spacing);

/// The least spacing at which make_layer_nodes() surely places at most `most` nodes, to 1 % [m]; 0
/// if there are no more triangles than that. Infinite if there are more sheets, each of which has a
/// node.
double least_spacing(const ContactSurface& casting, int most);

}  // namespace condyle
