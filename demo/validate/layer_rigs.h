#pragma once

#include <memory>

#include "condyle/contact/contact_pair.h"

// Contacts that several families of checks use. The casting side has the nodes.
namespace condyle {

/// The law, from its formulation to its spacing; all else by default.
ContactSettings settings_of(Formulation formulation);

std::shared_ptr<const ContactSurface> surface_of(TriangleMesh mesh, const Layer& layer);
std::shared_ptr<const ContactSurface> sphere_of(double radius, const Layer& layer);
std::shared_ptr<const ContactSurface> half_space_of(const Layer& layer);

/// A layer that springs take for rigid: it yields less than a millionth of a millimetre per
/// gigapascal.
Layer hard_layer();

/// A rigid sphere above a flat square plate with a layer.
struct SphereOnPlate {
  Layer layer;
  double sphere_radius = 0;  ///< [m]
  double approach = 0;       ///< of the sphere's lowest point to the plate's plane [m]
  double width = 0;          ///< of the plate [m]
  int cells = 0;             ///< along each edge of the plate
  double offset = 0;         ///< of the sphere from the plate's middle, along x and y [m]
};

/// The contact by an elastic layer or by springs, at its approach.
ContactPair press(const SphereOnPlate& rig, Formulation formulation);

/// Force of the last result along the plate's normal, pressing [N].
double normal_force(const ContactPair& pair);
/// The radius of a circle as large as the area in contact [m].
double contact_radius(const ContactPair& pair);

}  // namespace condyle
