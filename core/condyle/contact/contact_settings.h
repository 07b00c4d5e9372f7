#pragma once

#include <string>

#include "condyle/contact/casting_nodes.h"
#include "condyle/contact/friction.h"
#include "condyle/contact/normal_law.h"

namespace condyle {

/// Pressure against proximity (Bei & Fregly 2004): linear K d / h, or logarithmic -K ln(1 - d / h).
enum class Formulation { linear, nonlinear };

/// Along which normal the pressure of a casting triangle acts; n_c, n_t: unit outward normals of the
/// casting triangle and of the target where its ray met it, at x, the proximity d below the
/// triangle's centre c.
enum class ForceDirection {
  /// Minus the gradient of the bed's energy, sum A w(d): p A n_t / |n_c . n_t| on the casting body,
  /// at x. It does the work that the bed loses, no more and no less: what a simulation needs.
  target,
  /// -p A n_c at c, as OpenSim's Smith2018ArticularContactForce has it. Not conservative: a wedge on
  /// a frictionless floor drives itself.
  casting,
};

/// How two meshes press on one another.
struct ContactSettings {
  /// Window of proximity [m]. Below zero, distances of triangles out of contact are reported too;
  /// they never enter pressure or statistics.
  double min_proximity = 0;
  double max_proximity = 0.01;

  Formulation formulation = Formulation::linear;

  /// One layer with averaged modulus and ratio and summed thickness (true), or two layers in series
  /// with equal pressure (false; Zevenbergen et al. 2018).
  bool lumped = true;

  /// Take the nearest crossing in the window whichever way the target's triangle faces, as OpenSim
  /// does. Default: the first crossing decides, and must leave the target.
  bool two_sided = false;

  /// What of the casting mesh sends rays. Settled when a pair is made.
  CastingElements casts_from = CastingElements::triangles;

  /// Hunt-Crossley dissipation c [s/m]: pressure p (1 + 3/2 c d'), never below zero.
  double dissipation = 0;

  Friction friction = {};

  /// Friction acts across the same normal, and at the same point.
  ForceDirection force_direction = ForceDirection::target;

  /// Archard's: volume worn off the casting side per normal force and sliding distance [1/Pa, which
  /// is m^3/(N m)]; 0: no account of wear. Polyethylene on CoCr: about 1e-15.
  double wear_coefficient = 0;
  /// Keeps account of sliding distance and friction's work from step to step, as a wear coefficient
  /// does too (sliding_record.h). Costs an engine's step the making of the pair's result.
  bool record_sliding = false;

  /// What presses: the layers' pressure (then `formulation` and `lumped` say how), or another law.
  NormalLaw normal = {};

  /// Told of each step of an engine by which the two were near; may be none.
  std::shared_ptr<const UserPostStep> post_step = {};

  bool operator==(const ContactSettings&) const = default;
};

inline bool keeps_account(const ContactSettings& settings) {
  return settings.record_sliding || settings.wear_coefficient > 0;
}

/// Whether any function of the user's is in them.
bool has_user_function(const ContactSettings& settings);

/// Throws InputError naming `what`, the value and its range.
void require_valid(const ContactSettings& settings, const std::string& what);

/// Throws InputError naming `what` where a function of a library of the user's has not been loaded.
void require_loaded(const ContactSettings& settings, const std::string& what);

/// Loads the functions of the user's libraries that have not been. Throws InputError.
void load_user_functions(ContactSettings& settings);

}  // namespace condyle
