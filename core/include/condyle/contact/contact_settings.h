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

/// Its word in scene files, options and Python.
constexpr const char* word_of(CastingElements value) {
  switch (value) {
    case CastingElements::triangles:
      return "triangles";
    case CastingElements::nodes:
      return "nodes";
  }
  return nullptr;
}

/// The side of a contact that sends the rays.
enum class CastingSide {
  first,      ///< the surface named first
  both,       ///< both surfaces, each for half of the force; their order does not matter
  automatic,  ///< the second surface if casts_better(second, first), else the first
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(CastingSide value) {
  switch (value) {
    case CastingSide::first:
      return "casting";
    case CastingSide::both:
      return "both";
    case CastingSide::automatic:
      return "auto";
  }
  return nullptr;
}

/// How pressure follows from proximity.
enum class Formulation {
  linear,     ///< springs side by side: K d / h (Bei & Fregly 2004)
  nonlinear,  ///< springs side by side, logarithmic: -K ln(1 - d / h)
  /// The layers as elastic bodies bonded to rigid backings, in which a load on one place also
  /// deforms the layer around it: elastic/elastic_layer.h.
  elastic_layer,
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(Formulation value) {
  switch (value) {
    case Formulation::linear:
      return "linear";
    case Formulation::nonlinear:
      return "nonlinear";
    case Formulation::elastic_layer:
      return "elastic_layer";
  }
  return nullptr;
}

/// The normal along which the pressure of a casting triangle acts. n_c and n_t are the unit outward
/// normals of the casting triangle and of the target at the hit x, which lies below the triangle's
/// centroid c by the proximity d.
enum class ForceDirection {
  /// Minus the gradient of the foundation's energy, sum A w(d): p A n_t / |n_c . n_t| on the
  /// casting body, at x. It does exactly the work that the foundation loses, as a simulation needs.
  target,
  /// -p A n_c at c, as in OpenSim's Smith2018ArticularContactForce. Not conservative: a wedge on a
  /// frictionless floor drives itself.
  casting,
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(ForceDirection value) {
  switch (value) {
    case ForceDirection::target:
      return "target";
    case ForceDirection::casting:
      return "casting";
  }
  return nullptr;
}

/// The edges of an elastic layer that are free: the layer ends there in a face that nothing
/// supports.
enum class FreeEdges {
  none,   ///< none: the layer continues beyond the edge, or is held at its rim
  sharp,  ///< convex edges that are bent by more than 45 degrees
  all,    ///< sharp edges, and the borders of an open surface
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(FreeEdges value) {
  switch (value) {
    case FreeEdges::none:
      return "none";
    case FreeEdges::sharp:
      return "sharp";
    case FreeEdges::all:
      return "all";
  }
  return nullptr;
}

/// The settings of contact between two meshes or shapes.
struct ContactSettings {
  /// Window of proximity [m]. With a negative minimum, results also contain the distances of
  /// triangles out of contact, which never enter pressure or statistics.
  double min_proximity = 0;
  double max_proximity = 0.01;

  Formulation formulation = Formulation::linear;

  /// elastic_layer: distance between neighbouring nodes, whose forces are solved for [m]. 0: that
  /// of the casting surface's compliance file (use_compliance) if it has one, else an eighth of the
  /// thinnest layer, or less on a fine mesh. ContactResult::layer has the distance in use.
  double node_spacing = 0;

  /// elastic_layer: the free edges of the casting side's layer, which is more compliant near them.
  FreeEdges free_edges = FreeEdges::sharp;

  /// elastic_layer: allowed error in the conditions of contact, relative to the sum of the nodes'
  /// forces.
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
  /// coefficient implies it. An engine must then compute the pair's result in each step.
  bool record_sliding = false;

  /// False: an engine's step leaves the two sides without contact. What they would press with is
  /// computed and shown all the same, by whoever evaluates the pair (ContactPair::evaluate).
  bool applies_force = true;

  /// The normal law: the layers' pressure, by `formulation` and `lumped`, or another law.
  NormalLaw normal = {};

  /// A function called after each step of an engine in which the bodies' boxes overlap; may be
  /// null.
  std::shared_ptr<const UserPostStep> post_step = {};

  bool operator==(const ContactSettings&) const = default;
};

/// Throws InputError naming `what`, the value and its range.
void require_valid(const ContactSettings& settings, const std::string& what);

/// Loads the functions of the user's libraries that are not loaded yet. Throws InputError.
void load_user_functions(ContactSettings& settings);

}  // namespace condyle
