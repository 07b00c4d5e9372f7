#include <fmt/format.h>

#include "condyle/contact/layer.h"
#include "core/src/contact/elastic/layer_kernel.h"
#include "validate/exact_layer.h"
#include "validate/families.h"
#include "validate/gauss_points.h"

namespace condyle {
namespace {

/// The compliance at k = 0, from the kernel in space: int (1 + x Gamma(x)) dx over the thickness.
double even_compliance(const LayerCorrection& correction) {
  const GaussPoints x = gauss_points_in_pieces(8, 200, 0, LayerCorrection::k_end);
  double sum = 0;
  for (Eigen::Index i = 0; i < x.points.size(); ++i)
    sum += x.weights[i] * (1 + x.points[i] * correction(x.points[i]));
  return sum;
}

SheetPlot plot_of_ratio() {
  SheetPlot plot{
      "M(kh): compliance over that of a half space", "wave number times thickness kh", {}};
  for (const double nu : {0.0, 0.3, 0.46, 0.5}) {
    SheetLine line{fmt::format("nu {:g}", nu), {}};
    for (int i = 1; i <= 120; ++i) line.points.emplace_back(0.05 * i, layer_ratio(0.05 * i, nu));
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

}  // namespace

CheckFamily check_compliance(Effort effort) {
  CheckFamily family{
      .name = "Compliance of a bonded layer",
      .activity = Activity::code_verification,
      .question =
          "Does the program compute the surface compliance of a bonded elastic layer correctly?",
      .comparator =
          "Navier's equations through the thickness, by a matrix exponential; the thin "
          "and the thick layer in closed form (Johnson 1985)",
      .acceptance =
          "Rounding of the exponential; next terms of the limits; the table's stated "
          "error, 1e-8, over its length of 24 thicknesses"};
  for (const double nu : {0.0, 0.3, 0.46, 0.49})
    for (const double t : {0.1, 1.0, 5.0})
      family.checks.push_back({fmt::format("M, nu {:g}, kh {:g}", nu, t), "1", layer_ratio(t, nu),
                               layer_ratio_by_navier(t, nu), 1e-8});
  for (const double nu : {0.0, 0.3, 0.46})
    family.checks.push_back(
        {fmt::format("thin layer: compliance K / h, nu {:g}", nu), "1",
         2 * (1 - nu * nu) * layer_ratio(1e-4, nu) / 1e-4 * constrained_modulus(1, nu), 1, 1e-6});
  family.checks.push_back({"thin incompressible layer: M / (2/3 (kh)^3)", "1",
                           layer_ratio(1e-3, 0.5) / (2e-9 / 3), 1, 1e-4});
  family.checks.push_back({"thick layer: M", "1", layer_ratio(30, 0.3), 1, 1e-12});
  for (const double nu :
       effort == Effort::quick ? std::vector{0.46} : std::vector{0.0, 0.3, 0.46, 0.5}) {
    const double expected = nu < 0.5 ? 1 / constrained_modulus(1, nu) / (2 * (1 - nu * nu)) : 0;
    const LayerCorrection correction(nu);
    family.checks.push_back({fmt::format("kernel in space: even pressure, nu {:g}", nu), "1",
                             even_compliance(correction), expected, 2e-6, true});
    family.checks.push_back({fmt::format("kernel in space: the table's error, nu {:g}", nu), "1",
                             correction.error(), 0, LayerCorrection::k_error, true});
  }
  family.plots.push_back(plot_of_ratio());
  return family;
}

}  // namespace condyle
