#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

/// Force, peak pressure and contact radius.
using HertzFigures = std::array<double, 3>;
constexpr std::array k_hertz_figures{"force", "peak pressure", "contact radius"};
constexpr std::array k_hertz_units{"N", "Pa", "m"};

constexpr double k_hertz_radius = 40e-3, k_hertz_modulus = 463e6, k_hertz_approach = 1e-4;

double contact_radius_by_hertz() { return std::sqrt(k_hertz_radius * k_hertz_approach); }

HertzFigures by_hertz(double nu) {
  const double a = contact_radius_by_hertz();
  const double force = 4.0 / 3 * k_hertz_modulus / (1 - nu * nu) * a * k_hertz_approach;
  return {force, 1.5 * force / (std::numbers::pi * a * a), a};
}

SphereOnPlate hertz_rig(double nu, int cells) {
  const double endless = std::numeric_limits<double>::infinity();
  return {elastic_layer(k_hertz_modulus, nu, endless), k_hertz_radius, k_hertz_approach,
          3 * contact_radius_by_hertz(), cells};
}

HertzFigures hertz_by_nodes(double nu) {
  const ContactPair pair = press(hertz_rig(nu, 60), Formulation::elastic_layer);
  return {normal_force(pair), pair.result().total.max_pressure, contact_radius(pair)};
}

/// The force under a true sphere in place of Hertz's paraboloid (Sneddon 1965, sec. 6).
double force_by_sneddon(double nu) {
  const double R = k_hertz_radius;
  double a = contact_radius_by_hertz();  // approach = a atanh(a / R), by Newton's method
  for (int i = 0; i < 5; ++i)
    a -= (a * std::atanh(a / R) - k_hertz_approach) / (std::atanh(a / R) + a * R / (R * R - a * a));
  return k_hertz_modulus / (1 - nu * nu) * ((a * a + R * R) * std::atanh(a / R) - a * R);
}

/// Root mean square of the force's relative error, over several positions of the sphere among the
/// nodes.
double error_of_force(double nu, int cells) {
  constexpr int k_places = 5;
  const double cell = 3 * contact_radius_by_hertz() / cells, exact = force_by_sneddon(nu);
  SphereOnPlate rig = hertz_rig(nu, cells);
  ContactPair pair = press(rig, Formulation::elastic_layer);
  double sum = 0;
  for (int i = 0; i < k_places; ++i) {
    rig.offset = 2 * cell * i / k_places;
    pair.evaluate(rig.pose());
    const double error = normal_force(pair) / exact - 1;
    sum += error * error / k_places;
  }
  return std::sqrt(sum);
}

/// Adds the order of convergence of the force, and its plot.
void add_convergence(CheckFamily& family, const std::vector<int>& cells) {
  SheetPlot plot{"Force: log10 of the error's root mean square", "log10 of cells per radius", {}};
  SheetLine line{"layer, nu 0.3", {}};
  for (const int n : cells)
    line.points.emplace_back(std::log10(n / 3.0), std::log10(error_of_force(0.3, n)));
  const auto& [coarse, coarse_error] = line.points.front();
  const auto& [fine, fine_error] = line.points.back();
  const double order = (coarse_error - fine_error) / (fine - coarse);
  family.checks.push_back({"order of convergence of the force", "1", order, 2, 0.7, true});
  plot.lines.push_back(std::move(line));
  family.plots.push_back(std::move(plot));
}

}  // namespace

CheckFamily check_half_space(Effort effort) {
  CheckFamily family{
      .name = "Sphere on an infinitely thick layer",
      .activity = Activity::code_verification,
      .question =
          "Are force, peak and size of the contact those of a half space where the layer is "
          "thick?",
      .comparator = "Hertz 1882 in closed form (Johnson 1985, sec. 4.2)",
      .acceptance =
          "0.5 % with 14 nodes over the radius; the radius of a set of patches is known to a "
          "fraction of a node; second order in the spacing, within the scatter over places among "
          "the nodes"};
  const std::array<double, 3> tolerances{0.005, 0.005, 0.02};
  for (const double nu : effort == Effort::quick ? std::vector{0.3} : std::vector{0.0, 0.3, 0.5}) {
    const HertzFigures expected = by_hertz(nu), measured = hertz_by_nodes(nu);
    for (std::size_t i = 0; i < k_hertz_figures.size(); ++i)
      family.checks.push_back({fmt::format("{}, nu {:g}", k_hertz_figures[i], nu), k_hertz_units[i],
                               measured[i], expected[i], tolerances[i]});
  }
  add_convergence(family,
                  effort == Effort::quick ? std::vector{12, 36} : std::vector{12, 18, 24, 36, 48});
  return family;
}

}  // namespace condyle
