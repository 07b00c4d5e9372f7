#include <fmt/format.h>

#include "condyle/mesh/primitives.h"
#include "validate/exact_layer.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

struct Punch {
  double poissons_ratio, a_over_h;
};

constexpr double k_thickness = 8e-3, k_modulus = 1e6, k_approach = 1e-5;

Layer layer_of(const Punch& punch) {
  return elastic_layer(k_modulus, punch.poissons_ratio, k_thickness);
}

/// kappa of the force 4 G a kappa d / (1 - nu).
double factor_of(const Punch& punch, double force) {
  const double nu = punch.poissons_ratio, a = punch.a_over_h * k_thickness;
  return force * (1 - nu) / (4 * k_modulus / (2 * (1 + nu)) * a * k_approach);
}

double punch_by_nodes(const Punch& punch, int segments) {
  ContactPair pair(
      surface_of(mesh::make_disc(punch.a_over_h * k_thickness, segments), rigid_layer()),
      half_space_of(layer_of(punch)), settings_of(Formulation::elastic_layer));
  Pose X(Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitX()));
  X.translation().z() = -k_approach;
  pair.evaluate(X);
  return factor_of(punch, normal_force(pair));
}

std::vector<Punch> punches(Effort effort) {
  if (effort == Effort::quick) return {{0.3, 0.2}, {0.5, 2}};
  std::vector<Punch> all;
  for (const double nu : {0.3, 0.45, 0.5})
    for (const double a_over_h : {0.2, 0.4, 0.6, 1.0, 1.5, 2.0}) all.push_back({nu, a_over_h});
  return all;
}

SheetPlot plot_of_punches(const std::vector<Check>& checks, const std::vector<Punch>& punches) {
  SheetPlot plot{"Hayes' factor kappa", "radius over thickness a/h", {}};
  for (const double nu : {0.3, 0.45, 0.5}) {
    SheetLine exact{fmt::format("exact, nu {:g}", nu), {}};
    for (int i = 1; i <= 22; ++i) {
      const Punch punch{nu, 0.1 * i};
      const double force =
          ExactLayerContact::punch(layer_of(punch), punch.a_over_h * k_thickness, k_approach)
              .force();
      exact.points.emplace_back(punch.a_over_h, factor_of(punch, force));
    }
    plot.lines.push_back(std::move(exact));
  }
  SheetLine ours{"layer", {}, true};
  for (std::size_t i = 0; i < checks.size(); ++i)
    ours.points.emplace_back(punches[i].a_over_h, checks[i].measured);
  plot.lines.push_back(std::move(ours));
  return plot;
}

}  // namespace

CheckFamily check_flat_punch(Effort effort) {
  CheckFamily family{
      .name = "Flat punch on a bonded layer",
      .activity = Activity::code_verification,
      .question =
          "Is the force right under a rigid flat punch, from a half space's to a thin, "
          "incompressible layer's?",
      .comparator =
          "exact solution of dual integral equations, whose factors are those of Hayes et "
          "al. 1972, J. Biomech. 5:541, table 1",
      .acceptance =
          "Pressure is infinite at the rim, so the error falls with the first power of the "
          "spacing: two spacings, extrapolated, leave 1 %"};
  const std::vector<Punch> all = punches(effort);
  for (const Punch& punch : all) {
    const double a = punch.a_over_h * k_thickness;
    const double coarse = punch_by_nodes(punch, 20), fine = punch_by_nodes(punch, 40);
    const double exact = ExactLayerContact::punch(layer_of(punch), a, k_approach).force();
    family.checks.push_back(
        {fmt::format("kappa, nu {:g}, a/h {:g}", punch.poissons_ratio, punch.a_over_h), "1",
         2 * fine - coarse, factor_of(punch, exact), 0.01});
  }
  family.plots.push_back(plot_of_punches(family.checks, all));
  return family;
}

}  // namespace condyle
