#pragma once

#include <memory>
#include <string>

#include "condyle/contact/layer.h"
#include "condyle/contact/user_function.h"

namespace condyle {

/// Laws of the normal force as a function of depth z and its rate z' (MotionSolve's Force_Contact,
/// ADAMS, Hertz 1882, Hunt and Crossley 1975, Lankarani and Nikravesh 1990).
enum class NormalLawKind {
  elastic_foundation,  ///< pressure of the layers: pressure_law.h
  volume,         ///< per area: k z_r (z / z_r)^exponent + damping z', k of the layers in series
  impact,         ///< stiffness z^exponent + STEP(z, 0, 0, full_damping_depth, damping) z'
  poisson,        ///< stiffness z^1.5 (1 + (1 - e^2) / (1 + e^2) STEP(z', -v, -1, v, 1))
  hertz,          ///< stiffness z^1.5 (1 + 3/2 c z'), c the dissipation of the contact
  hunt_crossley,  ///< stiffness z^exponent (1 + 3/2 c z')
  lankarani_nikravesh,  ///< stiffness z^exponent (1 + 3 (1 - e^2) / 4 z' / v)
  user,                 ///< a user function: user_function.h
};

/// Where a point law acts.
enum class Acting {
  centroid,       ///< on each patch, at its centre of proximity, with its greatest depth
  deepest_point,  ///< on each patch, where it is nearly deepest: patch_points.h
  triangles,      ///< on each triangle, with stiffness and damping per area
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(Acting value) {
  switch (value) {
    case Acting::centroid:
      return "centroid";
    case Acting::deepest_point:
      return "deepest_point";
    case Acting::triangles:
      return "triangles";
  }
  return nullptr;
}

/// A law as plain data. `volume` always acts on triangles. Units: stiffness [N/m^exponent] and
/// damping [N s/m], per square metre if the law acts on triangles. No law ever pulls.
struct NormalLaw {
  NormalLawKind kind = NormalLawKind::elastic_foundation;
  Acting acting = Acting::centroid;
  /// > 0; ignored by volume, and by hertz with a radius, which take it from the layers.
  double stiffness = 0;
  double exponent = 1.5;  ///< >= 1: below 1 the slope of force would be infinite at touch
  double damping = 0;     ///< >= 0
  double full_damping_depth = 1e-4;  ///< impact: depth of full damping [m], > 0
  double restitution = 1;            ///< poisson, lankarani_nikravesh: e, 0 to 1
  double transition_speed = 1e-3;    ///< poisson: v, speed of full restitution [m/s], > 0
  double reference_depth = 1e-3;     ///< volume: z_r [m], > 0; 1 mm matches laws in millimetres
  double impact_speed = 1;           ///< lankarani_nikravesh: v, speed of approach [m/s], > 0
  double radius = 0;  ///< hertz: relative radius, 1/R = 1/R_a + 1/R_b [m]; 0: use `stiffness`
  std::shared_ptr<const UserNormalLaw> user = {};

  bool operator==(const NormalLaw&) const = default;
};

/// Stiffness of two bodies with relative radius R in point contact, 4/3 E* sqrt(R) with 1/E* = sum
/// (1 - nu^2) / E [N/m^1.5] (Hertz 1882; Johnson 1985, eq. 4.23).
double hertz_stiffness(const Layer& casting, const Layer& target, double radius);

/// The contact of two elastic bodies with smooth, non-conforming surfaces (Hertz 1882).
struct HertzContact {
  /// Semi-axis of the contact ellipse along the least relative curvature [m].
  double semi_axis_long = 0;
  /// Semi-axis of the contact ellipse along the greatest relative curvature [m].
  double semi_axis_short = 0;
  double approach = 0;       ///< approach of distant points of the two bodies [m]
  double peak_pressure = 0;  ///< pressure at the centre [Pa]; the mean pressure is 2/3 of it
  double stiffness = 0;      ///< force / approach^(3/2) [N/m^1.5]
};

/// Combined modulus of two materials [Pa]: the inverse of (1 - nu_a^2) / E_a + (1 - nu_b^2) / E_b.
/// Throws InputError unless both moduli are positive and finite and both Poisson's ratios are above
/// -1 and at most 0.5.
double combined_modulus(double modulus_a, double poisson_a, double modulus_b, double poisson_b);

/// Hertz contact for relative curvatures max >= min > 0 [1/m] (combined_curvature). The axes of the
/// contact ellipse are those of the relative curvatures. Its eccentricity e follows from
///     min / max = (1 - e^2) (K - E) / (E - (1 - e^2) K)
/// with the complete elliptic integrals K and E of e, and its size from the force (Johnson 1985,
/// Contact Mechanics, eq. 4.26-4.32, without his approximations). Throws InputError unless max >=
/// min > 0 (conforming or line contact has no such solution), force > 0 [N], modulus > 0 [Pa], all
/// finite.
HertzContact hertz_contact(double max_curvature, double min_curvature, double combined_modulus,
                           double force);

/// Force [N], or pressure [Pa] if the law acts on triangles, with its slopes.
struct NormalSample {
  double force = 0;     ///< force or pressure
  double by_depth = 0;  ///< d force / dz
  double by_rate = 0;   ///< d force / dz', >= 0
  double energy = 0;    ///< integral of the elastic part over z from 0
};

/// Evaluates a law at one depth and rate, with `law.stiffness`; `dissipation` [s/m]. The sample is
/// zero if the depth is not above 0. It is also zero for the elastic foundation and for user laws,
/// which need more input.
NormalSample evaluate(const NormalLaw& law, double dissipation, double depth, double rate);

/// Throws InputError naming `what`, the value and its range.
void require_valid(const NormalLaw& law, const std::string& what);

/// Kinds of friction. The first three are those of MotionSolve and ADAMS (Force_Contact:
/// COULOMB_ON, COULOMB_DYNAMICONLY, COULOMB_OFF), with tractions that follow from the current slip
/// speed.
enum class FrictionMode {
  on,            ///< static and dynamic coefficients
  dynamic_only,  ///< only the dynamic coefficient, reached at friction_speed
  off,
  /// True stiction: the layers stick to one another and shear elastically up to Coulomb's limit. It
  /// has state, so it needs an engine's steps: see stiction.h.
  stiction,
  user,  ///< a user function (user_function.h); coefficients and speeds are ignored
};

/// Its word in scene files, options and Python.
constexpr const char* word_of(FrictionMode value) {
  switch (value) {
    case FrictionMode::on:
      return "on";
    case FrictionMode::dynamic_only:
      return "dynamic_only";
    case FrictionMode::off:
      return "off";
    case FrictionMode::stiction:
      return "stiction";
    case FrictionMode::user:
      return "user";
  }
  return nullptr;
}

/// Coulomb friction. Mode `on` is regularised around zero slip: the coefficient rises from 0 at
/// rest to `static_coefficient` at `stiction_speed`, falls to `dynamic_coefficient` at
/// `friction_speed` and stays there; both pieces are cubic steps (the law of ADAMS and
/// MotionSolve). A body on an incline therefore creeps, slower than `stiction_speed`. In mode
/// `dynamic_only` the coefficient rises from 0 to `dynamic_coefficient` at `friction_speed`;
/// `static_coefficient` and `stiction_speed` are ignored. In mode `stiction` the coefficient is
/// `static_coefficient` up to `stiction_speed` and falls beyond it as in mode `on`; a body on an
/// incline does not creep.
struct Friction {
  double static_coefficient = 0;   ///< >= dynamic_coefficient; 0: no friction
  double dynamic_coefficient = 0;  ///< >= 0
  double stiction_speed = 1e-3;    ///< [m/s], > 0
  double friction_speed = 1.5e-3;  ///< [m/s], > stiction_speed
  FrictionMode mode = FrictionMode::on;

  /// Mode `stiction`: traction per shear displacement of the two surfaces [Pa/m]; 0: the layers'
  /// shear stiffness.
  double stick_stiffness = 0;

  std::shared_ptr<const UserFrictionLaw> user = {};

  bool operator==(const Friction&) const = default;
};

/// mu(v) of the regularised modes for slip speed v >= 0 [m/s].
double friction_coefficient(const Friction& friction, double slip_speed);

/// Throws InputError naming `what` and the value if a value is out of range.
void require_valid(const Friction& friction, const std::string& what);

}  // namespace condyle
