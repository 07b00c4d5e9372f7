#pragma once

#include <memory>
#include <span>
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
  user,                 ///< a function of the user: user_function.h
};

/// Where a point law acts.
enum class Acting {
  centroid,       ///< on each patch, at its centre of proximity, with its greatest depth
  deepest_point,  ///< on each patch, where it is nearly deepest: patch_points.h
  triangles,      ///< on each triangle, with stiffness and damping per area
};

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
  double reference_depth = 1e-3;     ///< volume: z_r [m], > 0; 1 mm as in models in millimetres
  double impact_speed = 1;           ///< lankarani_nikravesh: v, speed of approach [m/s], > 0
  double radius = 0;  ///< hertz: relative radius, 1/R = 1/R_a + 1/R_b [m]; 0: use `stiffness`
  std::shared_ptr<const UserNormalLaw> user = {};

  bool operator==(const NormalLaw&) const = default;
};

inline bool is_foundation(const NormalLaw& law) {
  return law.kind == NormalLawKind::elastic_foundation;
}

/// Whether the law acts on whole patches.
inline bool acts_on_patches(const NormalLaw& law) {
  return !is_foundation(law) && law.kind != NormalLawKind::volume &&
         law.acting != Acting::triangles;
}

/// Whether the force depends on the rate, given the dissipation of the contact.
bool has_rate(const NormalLaw& law, double dissipation);

/// Stiffness of two bodies with relative radius R in point contact, 4/3 E* sqrt(R) with 1/E* = sum
/// (1 - nu^2) / E [N/m^1.5] (Hertz 1882; Johnson 1985, eq. 4.23).
double hertz_stiffness(const Layer& casting, const Layer& target, double radius);

/// The law with its stiffness derived from the layers if it asks for that.
NormalLaw settled(const NormalLaw& law, const Layer& casting, const Layer& target);

/// Force, or pressure if the law acts on triangles, with its slopes.
struct NormalSample {
  double force = 0;
  double by_depth = 0;  ///< d force / dz
  double by_rate = 0;   ///< d force / dz', >= 0
  double energy = 0;    ///< integral of the elastic part over z from 0
};

/// MotionSolve's STEP: h0 up to x0, h1 from x1 > x0 on, and between them h0 + (h1 - h0) s^2 (3 - 2
/// s) with s = (x - x0) / (x1 - x0).
double step_between(double x, double x0, double h0, double x1, double h1);

/// Evaluates a law for parallel lists of depth and rate, with `law.stiffness` or, for volume, with
/// the list `stiffness`. Samples are zero unless the depth is above 0. Does nothing for the elastic
/// foundation and the user's law, which are evaluated elsewhere.
void evaluate(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
              std::span<const double> depth, std::span<const double> rate,
              std::span<NormalSample> samples);

NormalSample evaluate(const NormalLaw& law, double dissipation, double depth, double rate);

/// Throws InputError naming `what`, the value and its range.
void require_valid(const NormalLaw& law, const std::string& what);

}  // namespace condyle
