#include "view/strand_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace condyle {
namespace {

constexpr Rgb8 k_slack{125, 132, 142}, k_parted{44, 47, 52}, k_red{235, 30, 40};

/// Evenly spaced over the range. A strand at a fifth of the range, which is typical of ligaments in
/// use, gets a calm colour.
constexpr std::array<Rgb8, 5> k_calm_to_red = {
    {{96, 168, 214}, {120, 190, 190}, {222, 208, 120}, {240, 150, 60}, k_red}};

}  // namespace

double painted_value(const WorldStrand& strand, StrandColor by) {
  if (!strand.report || is_parted(strand)) return 0;
  const ligament::StrandForce& force = strand.report->force;
  return by == StrandColor::strain ? force.strain : force.total_force;
}

Rgb8 strand_color(double value, const StrandPaint& paint) {
  if (!(value > 0)) return k_slack;
  const double x = std::min(value / paint.range, 1.0) * (k_calm_to_red.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(x), k_calm_to_red.size() - 2);
  const double part = x - static_cast<double>(k);
  Rgb8 color;
  for (std::size_t i = 0; i < 3; ++i) {
    color[i] = static_cast<std::uint8_t>(
        std::lround((1 - part) * k_calm_to_red[k][i] + part * k_calm_to_red[k + 1][i]));
  }
  return color;
}

Rgb8 strand_color(const WorldStrand& strand, const StrandPaint& paint) {
  if (is_parted(strand)) return k_parted;
  const bool tears = strand.report && strand.report->force.strain > strand.strand.failure_strain;
  return tears ? k_red : strand_color(painted_value(strand, paint.by), paint);
}

}  // namespace condyle
