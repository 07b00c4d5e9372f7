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

/// A cylinder of radius 10.5 h along the free edge of a layer. Distance of the edge from its middle
/// line, depth, over the thickness h; force over E h per length, by finite elements in plane strain
/// (eight-node elements, nu = 0.46), which agree with the layer without end to 0.1 % far from the
/// edge.
struct EdgeRow {
  double edge, depth, force;
};
inline constexpr EdgeRow k_edge_rows[] = {
    {2, 0.02, 0.03911},    {1.5, 0.02, 0.03805},  {1, 0.02, 0.03501},
    {0.75, 0.02, 0.03184}, {0.5, 0.02, 0.02692},  {0.25, 0.02, 0.02014},
    {1, 0.05, 0.13239},    {0.75, 0.05, 0.11510}, {0.5, 0.05, 0.09434}};

/// The force [N] on a layer in the plane z = 0 whose free edge lies at this y [m], the layer beyond
/// it. `length`: along x [m].
double force_along_edge(const std::shared_ptr<const ContactSurface>& layer,
                        const ContactSettings& settings, double length, double edge_y,
                        const EdgeRow& row);

/// Force of the last result along the plate's normal, pressing [N].
double normal_force(const ContactPair& pair);
/// The radius of a circle as large as the area in contact [m].
double contact_radius(const ContactPair& pair);

}  // namespace condyle
