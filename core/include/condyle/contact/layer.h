#pragma once

#include <span>
#include <string>
#include <vector>

namespace condyle {

namespace mesh {
struct TriangleMesh;
}
using mesh::TriangleMesh;

/// The laws of contact that can take a layer.
enum class LayerUse {
  any,      ///< all; springs need nu < 0.5 and a finite thickness
  elastic,  ///< Formulation::elastic_layer alone: nu may be 0.5, and the thickness infinite
  rigid,    ///< the same law; this side does not yield, and its numbers mean nothing
};

/// An elastic layer bonded to a rigid backing: the material of one side of a contact.
struct Layer {
  double elastic_modulus = 0;  ///< Young's modulus E [Pa], > 0
  /// Nu, -1 < nu < 0.5. 0.5, where the constrained modulus is infinite, is for LayerUse::elastic.
  double poissons_ratio = 0;
  double thickness = 0;  ///< h [m], > 0
  LayerUse use = LayerUse::any;
  /// Pressure above which the material may flow [Pa], so that elastic figures are too high
  /// (yield_stress_of); 0: unknown. No law depends on it.
  double yield_stress = 0;

  bool operator==(const Layer&) const = default;
};

/// A layer for Formulation::elastic_layer, which may be incompressible (nu = 0.5) and infinitely
/// thick (a half space).
Layer elastic_layer(double elastic_modulus, double poissons_ratio, double thickness);

/// Whether nu is 0.5: the layer changes its shape, but not its volume.
inline bool is_incompressible(const Layer& layer) { return layer.poissons_ratio == 0.5; }

/// A side that does not yield, for Formulation::elastic_layer.
Layer rigid_layer();

/// Constrained (oedometric) modulus K = E (1 - nu) / ((1 + nu)(1 - 2 nu)) [Pa]: stress per strain
/// of a thin bonded layer (Johnson 1985, sec. 4.3; Bei & Fregly 2004, eq. 1).
double constrained_modulus(double elastic_modulus, double poissons_ratio);

/// The layer of a material with bulk modulus K and shear modulus G [Pa]: E = 9 K G / (3 K + G),
/// nu = (3 K - 2 G) / (2 (3 K + G)); its constrained modulus is K + 4/3 G.
Layer layer_of_moduli(double bulk_modulus, double shear_modulus, double thickness);

/// Throws InputError naming `what`, the value and its range if a value is out of range.
void require_valid(const Layer& layer, const std::string& what);

/// The pressure beyond which a layer of the two may flow [Pa], and pressures of an elastic law may
/// be too high: the lesser of the yield stresses that are known; 0 (unknown) if none is, or if that
/// of the softer layer is not, which would flow first. A rigid side does not count. In a contact
/// without friction flow begins beneath the surface, at a peak of 1.6 times the yield stress in
/// Hertz's for nu = 0.3 and 1.8 times for 0.46 (Johnson 1985, sec. 6.1), so that there is none at
/// pressures below the yield stress.
double yield_stress_of(const Layer& casting, const Layer& target);

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
