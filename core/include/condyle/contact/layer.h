#pragma once

#include <span>
#include <string>
#include <vector>

namespace condyle {

namespace mesh {
struct TriangleMesh;
}
using mesh::TriangleMesh;

/// The contact laws that accept a layer.
enum class LayerUse {
  any,      ///< all laws: nu < 0.5 and a finite thickness, as springs need
  elastic,  ///< only Formulation::elastic_layer: nu may be 0.5, and the thickness infinite
  rigid,    ///< only Formulation::elastic_layer: this side is rigid; other fields are ignored
};

/// An elastic layer bonded to a rigid backing: the material of one side of a contact.
struct Layer {
  double elastic_modulus = 0;  ///< Young's modulus E [Pa], > 0
  /// Nu, -1 < nu < 0.5. LayerUse::elastic also allows 0.5, where the constrained modulus is
  /// infinite.
  double poissons_ratio = 0;
  double thickness = 0;  ///< h [m], > 0
  LayerUse use = LayerUse::any;
  /// Pressure above which the material may flow [Pa], so that pressures of an elastic law may be
  /// too high (yield_stress_of); 0: unknown. No law depends on it.
  double yield_stress = 0;

  bool operator==(const Layer&) const = default;
};

/// A layer for Formulation::elastic_layer, which may be incompressible (nu = 0.5) and infinitely
/// thick (a half space).
Layer elastic_layer(double elastic_modulus, double poissons_ratio, double thickness);

/// Whether nu is 0.5: the layer changes its shape, but not its volume.
inline bool is_incompressible(const Layer& layer) { return layer.poissons_ratio == 0.5; }

/// A rigid side, for Formulation::elastic_layer.
Layer rigid_layer();

/// Constrained (oedometric) modulus K = E (1 - nu) / ((1 + nu)(1 - 2 nu)) [Pa]: stress per strain
/// of a thin bonded layer (Johnson 1985, sec. 4.3; Bei & Fregly 2004, eq. 1).
double constrained_modulus(double elastic_modulus, double poissons_ratio);

/// The layer of a material with bulk modulus K and shear modulus G [Pa]: E = 9 K G / (3 K + G),
/// nu = (3 K - 2 G) / (2 (3 K + G)); its constrained modulus is K + 4/3 G.
Layer layer_of_moduli(double bulk_modulus, double shear_modulus, double thickness);

/// Throws InputError naming `what`, the value and its range if a value is out of range.
void require_valid(const Layer& layer, const std::string& what);

/// The pressure above which one of the two layers may flow [Pa], so that pressures of an elastic
/// law may be too high: the lower of the known yield stresses. 0 (unknown) if neither is known, or
/// if that of the softer layer, which would flow first, is not known. A rigid side does not count.
/// In a Hertz contact without friction, flow begins beneath the surface at a peak pressure of 1.6
/// times the yield stress for nu = 0.3, and 1.8 times for nu = 0.46 (Johnson 1985, sec. 6.1); below
/// the yield stress there is no flow.
double yield_stress_of(const Layer& casting, const Layer& target);

/// Bounds of a thickness measured between two meshes [m], 0 < minimum <= maximum.
struct ThicknessRange {
  double minimum = 0;
  double maximum = 0;
};

/// Thickness per triangle of a surface [m], and the number of triangles whose thickness is not the
/// measured distance.
struct VariableThickness {
  std::vector<double> thickness;  ///< per triangle [m]
  int raised_to_minimum = 0;      ///< triangles whose distance was below the range
  int lowered_to_maximum = 0;     ///< triangles whose distance was above it
  int missed = 0;  ///< rays that did not meet the back mesh; their triangles get the minimum
};

/// Measures the layer between `surface` and the mesh behind it: the distance from each triangle's
/// centroid, against its outward normal, to the nearest crossing of `back`, clamped to `range`
/// (Smith et al. 2018, where a distance beyond the maximum gets the minimum). Both meshes are in
/// one frame, in metres, without degenerate triangles. Throws InputError naming `what`.
VariableThickness measure_thickness(const TriangleMesh& surface, const TriangleMesh& back,
                                    const ThicknessRange& range, const std::string& what);

/// One layer per thickness [m], otherwise equal to `layer`.
std::vector<Layer> layers_of_thickness(const Layer& layer, std::span<const double> thickness);

}  // namespace condyle
