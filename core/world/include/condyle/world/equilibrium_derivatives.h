#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/world/equilibrium.h"

namespace condyle {

/// What an equilibrium is differentiated by.
struct EquilibriumParameter {
  /// What the parameter is.
  enum class Kind {
    modulus,       ///< natural logarithm of the Young's modulus of a collider's layer
    thickness,     ///< natural logarithm of the thickness of a collider's layer
    placement,     ///< turn (components 0 to 2 [rad]) and shift (3 to 5 [m]) of a collider on its
                   ///< body, about the origin of the surface's frame and along its axes
    slack_length,  ///< slack length of a strand [m]
    stiffness,     ///< natural logarithm of a strand's stiffness
    load,          ///< moment (components 0 to 2 [N m]) and force (3 to 5 [N]) of a load
    held_coordinate,  ///< value of a joint's held coordinate, by its component [rad, m]
  };
  Kind kind = Kind::modulus;
  int number = 0;     ///< the collider's or strand's id, or the number of the load or joint
  int component = 0;  ///< 0 unless the kind has components
};

/// How equilibria are differentiated.
struct DerivativeSettings {
  /// Differences are over this much of each parameter and pose to both sides: an angle, a part of a
  /// length's own size (for poses and shifts, the largest radius of a body), of a load of the
  /// largest force, or of a logarithm.
  double step = 1e-7;
  /// The exponent q of the softened peak pressure of a contact, (integral of p^(q+1) / integral of
  /// p)^(1/q) over its area: below the peak, and nearer to it the larger q is.
  double peak_power = 16;
};

/// The derivatives of an equilibrium, with a column for each parameter. Rows of pairs and strands
/// are in the order of the session's reports.
struct EquilibriumDerivatives {
  Eigen::MatrixXd poses;  ///< per body 6: turn about the world's axes [rad], shift of origin [m]
  Eigen::MatrixXd pair_forces;         ///< per pair 3: force on the casting body, world frame [N]
  Eigen::MatrixXd soft_peaks;          ///< per pair: softened peak pressure [Pa]
  Eigen::MatrixXd tensions;            ///< per strand [N]
  Eigen::MatrixXd joint_forces;        ///< per joint 6: Equilibrium::joint_forces() [N or N m]
  Eigen::VectorXd present_soft_peaks;  ///< the softened peaks themselves [Pa]
  /// Ways in which bodies can move and stay in balance, as a ball that spins: of these, the
  /// derivatives of poses contain nothing.
  int neutral_motions = 0;
};

/// Differentiates the last equilibrium by the implicit function: forces R(x, p) = 0 at the poses x
/// give dx/dp = -(dR/dx)^-1 dR/dp, with the rows of held coordinates (Nocedal & Wright 2006,
/// section 18.1). Both derivatives of R are central differences of the forces, evaluated at fixed
/// poses; no equilibrium is solved again. Layers of Formulation::elastic_layer are set up anew for
/// each change of a modulus or thickness. On facets, forces change by small jumps, so that
/// derivatives depend on the step to about the jumps over the change of force in it.
///
/// Throws InputError for a parameter that does not exist, settings out of range, and unless
/// the last solve() found an equilibrium since which bodies, loads and joints are as they were; to
/// change the session in between is an error that goes unnoticed.
EquilibriumDerivatives differentiate(const Equilibrium& equilibrium,
                                     std::span<const EquilibriumParameter> parameters,
                                     const DerivativeSettings& settings = {});

}  // namespace condyle
