#pragma once

#include <span>
#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Bounds of a thickness measured between two meshes [m], 0 < minimum <= maximum.
struct ThicknessRange {
  double minimum = 0;
  double maximum = 0;
};

/// Thickness per triangle of a surface [m], and how often it differs from the distance.
struct VariableThickness {
  std::vector<double> thickness;
  int raised_to_minimum = 0;
  int lowered_to_maximum = 0;
  int missed = 0;  ///< rays that met no back mesh; their triangles get the minimum
};

/// Measures the layer between `surface` and the mesh behind it: the distance from each triangle's
/// centroid, against its outward normal, to the nearest crossing of `back`, clamped to `range`
/// (Smith et al. 2018, where a distance beyond the maximum gets the minimum). Both meshes are in
/// one frame, in metres, without degenerate triangles. Throws InputError naming `what`.
VariableThickness measure_thickness(const TriangleMesh& surface, const TriangleMesh& back,
                                    const ThicknessRange& range, const std::string& what);

/// One layer per thickness [m], like `layer` in all else.
std::vector<Layer> layers_of_thickness(const Layer& layer, std::span<const double> thickness);

}  // namespace condyle
