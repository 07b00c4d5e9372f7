#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "condyle/error.h"
#include "elements/programs.h"
#include "validate/exact_layer.h"
#include "validate/finite_elements.h"
#include "validate/layer_rigs.h"
#include "validate/spheres.h"

namespace condyle {
namespace {

/// Figures of one contact, in the order of the checks.
using SphereFigures = std::array<double, 3>;
constexpr std::array k_figures{"force", "peak pressure", "contact radius"};
constexpr std::array k_units{"N", "Pa", "m"};
/// For 41 cells over three contact radii. The contact radius follows from a set of whole patches,
/// so its tolerance is the largest.
constexpr std::array k_tolerances{0.005, 0.01, 0.03};

ContactPair pressed(const SphereCase& one, Formulation formulation) {
  // Contacts by the springs law are up to a third wider.
  return press({one.layer, one.sphere_radius, one.approach, 3 * one.contact_radius, 41},
               formulation);
}

SphereFigures figures_of(const ContactPair& pair) {
  return {normal_force(pair), pair.result().total.max_pressure, contact_radius(pair)};
}

/// A case by both laws and exactly.
struct SolvedSphere {
  explicit SolvedSphere(const SphereCase& one)
      : layer(pressed(one, Formulation::elastic_layer)),
        springs(pressed(one, Formulation::linear)),
        exact(ExactLayerContact::sphere(one.layer, one.sphere_radius, one.approach)) {}

  ContactPair layer, springs;
  ExactLayerContact exact;
};

/// Solved when it is first asked for, as several families have the same cases.
const SolvedSphere& solved(const SphereCase& one) {
  static std::map<std::string, SolvedSphere> all;
  return all.try_emplace(one.name(), one).first->second;
}

void add_case(CheckFamily& family, const SphereCase& one, const SphereFigures& expected) {
  const SphereFigures layer = figures_of(solved(one).layer),
                      springs = figures_of(solved(one).springs);
  for (std::size_t i = 0; i < k_figures.size(); ++i)
    family.checks.push_back({fmt::format("{}, {}", k_figures[i], one.name()), k_units[i], layer[i],
                             expected[i], k_tolerances[i], false, springs[i]});
}

/// Mean pressures [MPa] in rings about the axis, over their radii [mm].
SheetLine pressure_over_radius(const std::string& name, const ContactPair& pair, double end) {
  constexpr int k_rings = 36;
  std::array<double, k_rings> force{}, area{};
  for (int t = 0; t < pair.casting().triangle_count(); ++t) {
    const double r = pair.casting().centroids()[t].head<2>().norm();
    const auto ring = static_cast<std::size_t>(k_rings * r / end);
    if (ring >= k_rings) continue;
    force[ring] += pair.casting().areas()[t] * pair.result().casting->pressure[t];
    area[ring] += pair.casting().areas()[t];
  }
  SheetLine line{name, {}};
  for (std::size_t i = 0; i < k_rings; ++i)
    if (area[i] > 0)
      line.points.emplace_back(1e3 * end * (static_cast<double>(i) + 0.5) / k_rings,
                               1e-6 * force[i] / area[i]);
  return line;
}

SheetPlot pressure_plot(const SphereCase& one, SheetLine elements) {
  const double end = 1.35 * one.contact_radius;
  SheetPlot plot{fmt::format("Pressure [MPa], {}", one.name()), "distance from the axis [mm]", {}};
  const auto& [layer, springs, exact] = solved(one);
  plot.lines.push_back(pressure_over_radius("springs", springs, end));
  plot.lines.push_back(pressure_over_radius("elastic layer", layer, end));
  SheetLine curve{"exact, linear", {}};
  for (int i = 0; i <= 80; ++i) {
    const double r = i * end / 80;
    curve.points.emplace_back(1e3 * r, 1e-6 * exact.pressure(r));
  }
  plot.lines.push_back(std::move(curve));
  plot.lines.push_back(std::move(elements));
  return plot;
}

/// Peak pressure [MPa] and contact radius [mm] of the shipped figures.
SheetLine marks_of(const SphereCase& one) {
  return {"finite elements", {{0, 1e-6 * one.peak_pressure}, {1e3 * one.contact_radius, 0}}, true};
}

SheetLine marks_of(const ElementSolution& solution) {
  SheetLine line{"CalculiX", {}, true};
  for (const auto& [r, p] : solution.pressure_over_radius)
    line.points.emplace_back(1e3 * r, 1e-6 * p);
  return line;
}

}  // namespace

CheckFamily check_spheres(Effort effort) {
  CheckFamily family{
      .name = "Sphere on a bonded layer: exact solution",
      .activity = Activity::code_verification,
      .question =
          "Are force, peak pressure and size of the contact those of the linear theory, at "
          "the same approach?",
      .comparator = "exact solution of dual integral equations, without nodes or table",
      .acceptance =
          "41 cells over three contact radii, some 300 nodes press: force 0.5 %, peak 1 %, "
          "radius 3 %"};
  const SphereCases shipped = shipped_spheres(effort);
  for (const SphereCase& one : shipped.cases) {
    const ExactLayerContact& exact = solved(one).exact;
    add_case(family, one, {exact.force(), exact.pressure(0), exact.contact_radius()});
  }
  return family;
}

CheckFamily check_spheres_by_elements(Effort effort) {
  const SphereCases shipped = shipped_spheres(effort);
  CheckFamily family{
      .name = "Sphere on a bonded layer: finite elements",
      .activity = Activity::code_verification,
      .question =
          "What contact pressure, force and area does a bonded layer bear under a sphere, "
          "at a given approach?",
      .comparator = shipped.source,
      .acceptance =
          "As for the exact solution. Finite elements and the exact solution agree to "
          "0.1 %; the contact radius of elements to 0.5 %"};
  for (const SphereCase& one : shipped.cases) {
    add_case(family, one, {one.force, one.peak_pressure, one.contact_radius});
    const ExactLayerContact& exact = solved(one).exact;
    family.checks.push_back({fmt::format("exact solution's force, {}", one.name()), "N",
                             exact.force(), one.force, 1e-3});
  }
  const std::size_t step = std::max<std::size_t>(1, (shipped.cases.size() - 1) / 3);
  for (std::size_t i = 0; i < shipped.cases.size(); i += step)
    family.plots.push_back(pressure_plot(shipped.cases[i], marks_of(shipped.cases[i])));
  return family;
}

CheckFamily check_spheres_by_calculix(Effort effort) {
  CheckFamily family{
      .name = "Sphere on a bonded layer: CalculiX",
      .activity = Activity::code_verification,
      .question =
          "What contact pressure, force and area do finite elements give when run on this machine?",
      .comparator =
          "CalculiX (ccx): axisymmetric 8-node quadrilaterals, 40 across 1.3 contact radii, "
          "small strain",
      .acceptance =
          "As for the exact solution; the radius of elements is right to half an element"};
  if (effort == Effort::quick)
    family.not_run_because = "quick";
  else
    family.not_run_because = why_no_program("ccx", "calculix-ccx");
  if (!family.not_run_because.empty()) return family;
  for (const SphereCase& one : shipped_spheres(Effort::quick).cases) {
    const ElementSolution solution = solve_by_elements(one, 40);
    add_case(family, one, {solution.force, solution.peak_pressure, solution.contact_radius});
    family.plots.push_back(pressure_plot(one, marks_of(solution)));
  }
  return family;
}

}  // namespace condyle
