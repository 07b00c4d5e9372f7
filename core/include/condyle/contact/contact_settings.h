#pragma once

#include <memory>
#include <string>

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/user_function.h"

namespace condyle {

/// The elements of the casting mesh that send rays.
enum class CastingElements {
  triangles,  ///< each triangle from its centroid, for its area
  nodes,      ///< each vertex along its normal, for its share of the area of its triangles
};

/// The side of a contact that sends the rays.
enum class CastingSide {
  first,      ///< the surface named first
  both,       ///< both surfaces, each for half of the force; their order does not matter
  automatic,  ///< the second surface if casts_better(second, first), else the first
};

/// How pressure follows from proximity.
enum class Formulation {
  linear,     ///< springs side by side: K d / h (Bei & Fregly 2004)
  nonlinear,  ///< the same, logarithmic: -K ln(1 - d / h)
  /// The layers as elastic bodies bonded to rigid backings, in which each place bends its
  /// neighbours: elastic/elastic_layer.h.
  elastic_layer,
};

namespace detail {

inline constexpr int k_formulations = 3;

}  // namespace detail

/// The normal along which the pressure of a casting triangle acts. n_c and n_t are the unit outward
/// normals of the casting triangle and of the target at the hit x, which lies the proximity d below
/// the triangle's centroid c.
enum class ForceDirection {
  /// Minus the gradient of the foundation's energy, sum A w(d): p A n_t / |n_c . n_t| on the
  /// casting body, at x. It does exactly the work that the foundation loses, as a simulation needs.
  target,
  /// -p A n_c at c, as in OpenSim's Smith2018ArticularContactForce. Not conservative: a wedge on a
  /// frictionless floor drives itself.
  casting,
};

/// Where an elastic layer ends in a free face across it.
enum class FreeEdges {
  none,   ///< nowhere: it goes on, or is held at its rim
  sharp,  ///< at edges that are bent backwards by more than 45 degrees
  all,    ///< there and at the borders of an open surface
};

/// The settings of contact between two meshes or shapes.
struct ContactSettings {
  /// Window of proximity [m]. With a negative minimum, results also have the distances of triangles
  /// out of contact, which never enter pressure or statistics.
  double min_proximity = 0;
  double max_proximity = 0.01;

  Formulation formulation = Formulation::linear;

  /// elastic_layer: distance of the nodes, whose forces are solved for [m]. 0: an eighth of the
  /// thinnest layer, and less for a fine mesh (ContactResult::layer has it).
  double node_spacing = 0;

  /// elastic_layer: where the casting side's layer ends in a free face, near which it gives way
  /// more.
  FreeEdges free_edges = FreeEdges::sharp;

  /// elastic_layer: what the conditions of contact may be missed by, over the force.
  double layer_tolerance = 1e-9;

  /// One layer with averaged modulus and ratio and summed thickness (true), or two layers in series
  /// with equal pressure (false; Zevenbergen et al. 2018).
  bool lumped = true;

  /// True: the nearest crossing in the window counts whichever way the target's triangle faces, as
  /// in OpenSim. False: the first crossing decides and must leave the target.
  bool two_sided = false;

  /// The elements of the casting mesh that send rays. Fixed when a pair is made.
  CastingElements casts_from = CastingElements::triangles;

  /// Hunt-Crossley dissipation c [s/m]: pressure p (1 + 3/2 c d'), never below zero.
  double dissipation = 0;

  Friction friction = {};

  /// The normal of pressure. Friction acts perpendicular to it, at the point where pressure acts.
  ForceDirection force_direction = ForceDirection::target;

  /// Archard's wear coefficient: volume worn off the casting side per normal force and sliding
  /// distance [1/Pa = m^3/(N m)]; 0 records no wear. About 1e-15 for polyethylene on CoCr.
  double wear_coefficient = 0;
  /// Records sliding distance and work of friction from step to step (SlidingRecord). A wear
  /// coefficient implies it. Each step of an engine must then make the pair's result.
  bool record_sliding = false;

  /// The normal law: the layers' pressure, by `formulation` and `lumped`, or another law.
  NormalLaw normal = {};

  /// A function called after each step of an engine in which the bodies were near; may be null.
  std::shared_ptr<const UserPostStep> post_step = {};

  bool operator==(const ContactSettings&) const = default;
};

/// Throws InputError naming `what`, the value and its range.
void require_valid(const ContactSettings& settings, const std::string& what);

/// Loads the functions of the user's libraries that are not loaded yet. Throws InputError.
void load_user_functions(ContactSettings& settings);

}  // namespace condyle
