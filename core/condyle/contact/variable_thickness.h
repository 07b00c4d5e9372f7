#pragma once

#include <span>
#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Bounds for a thickness that is measured between two meshes [m], 0 < minimum <= maximum.
struct ThicknessRange {
  double minimum = 0;
  double maximum = 0;
};

/// Thickness per triangle of a surface [m], and how often it is not the distance itself.
struct VariableThickness {
  std::vector<double> thickness;
  int raised_to_minimum = 0;
  int lowered_to_maximum = 0;
  int missed = 0;  ///< rays that met no back mesh: they get the minimum
};

/// Measures the layer between `surface` and the mesh behind it: from each triangle's centroid along
/// minus its outward normal to the nearest crossing of `back`, at any distance, held within `range`
/// (Smith et al. 2018; there a distance beyond the maximum gets the minimum). Both meshes in one
/// frame, in metres, free of degenerate triangles. Throws InputError that names `what`.
VariableThickness measure_thickness(const TriangleMesh& surface, const TriangleMesh& back,
                                    const ThicknessRange& range, const std::string& what);

/// One layer per thickness, of one material.
std::vector<Layer> layers_of_thickness(double elastic_modulus, double poissons_ratio,
                                       std::span<const double> thickness);

}  // namespace condyle
