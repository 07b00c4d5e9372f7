#pragma once

#include <memory>

#include "condyle/contact/contact_pair.h"

// Contacts that several families of checks use. The casting side has the nodes.
namespace condyle {

/// The layer of most families: 8 mm of polyethylene.
inline constexpr Layer k_polyethylene{463e6, 0.46, 8e-3};

/// Default settings with this formulation and two layers in series.
ContactSettings settings_of(Formulation formulation);

std::shared_ptr<const ContactSurface> surface_of(TriangleMesh mesh, const Layer& layer);
std::shared_ptr<const ContactSurface> sphere_of(double radius, const Layer& layer);
std::shared_ptr<const ContactSurface> half_space_of(const Layer& layer);

/// A practically rigid layer for the springs law: a gigapascal compresses it by less than a
/// millionth of a millimetre.
Layer hard_layer();

/// A rigid sphere above a flat square plate with a layer.
struct SphereOnPlate {
  Layer layer;
  double sphere_radius = 0;  ///< [m]
  double approach = 0;       ///< depth of the sphere's lowest point below the plate's plane [m]
  double width = 0;          ///< side of the plate [m]
  int cells = 0;             ///< cells along each edge of the plate
  double offset = 0;  ///< offset of the sphere from the plate's middle, along both x and y [m]

  Pose pose() const;  ///< the sphere's, in the plate's frame
};

/// The pair, by an elastic layer or by springs, evaluated at the rig's approach.
ContactPair press(const SphereOnPlate& rig, Formulation formulation);

/// A cylinder of radius 10.5 h along the free edge of a layer of thickness h: distance of the edge
/// from the cylinder's axis and depth, both over h, and force per length over E h, by finite
/// elements in plane strain (eight-node elements, nu = 0.46). Far from the edge they agree with the
/// infinite layer to 0.1 %.
struct EdgeRow {
  double edge, depth, force;
};
inline constexpr EdgeRow k_edge_rows[] = {
    {2, 0.02, 0.03911},    {1.5, 0.02, 0.03805},  {1, 0.02, 0.03501},
    {0.75, 0.02, 0.03184}, {0.5, 0.02, 0.02692},  {0.25, 0.02, 0.02014},
    {1, 0.05, 0.13239},    {0.75, 0.05, 0.11510}, {0.5, 0.05, 0.09434}};

/// The force [N] on a layer in the plane z = 0 with its free edge at y = `edge_y` [m]; the layer
/// lies at larger y. `length`: along x [m].
double force_along_edge(const std::shared_ptr<const ContactSurface>& layer,
                        const ContactSettings& settings, double length, double edge_y,
                        const EdgeRow& row);

/// Force of the last result along the plate's normal [N], positive if it presses.
double normal_force(const ContactPair& pair);
/// The radius of a circle as large as the area in contact [m].
double contact_radius(const ContactPair& pair);

}  // namespace condyle
