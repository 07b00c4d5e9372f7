#pragma once

#include <string>

namespace condyle {

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
  /// (yield.h); 0: unknown. No law depends on it.
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

}  // namespace condyle
