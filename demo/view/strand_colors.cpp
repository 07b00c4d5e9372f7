#include "view/strand_colors.h"

#include <algorithm>

namespace condyle {
namespace {

constexpr Rgb8 k_slack{125, 132, 142}, k_parted{44, 47, 52}, k_over_limit{235, 30, 40};

}  // namespace

bool is_parted(const WorldStrand& strand) {
  return strand.is_cut ||
         (strand.report && strand.report->condition == bullet::StrandCondition::torn);
}

double painted_value(const WorldStrand& strand, StrandColor by) {
  if (!strand.report || is_parted(strand)) return 0;
  const LigamentForce& force = strand.report->force;
  return by == StrandColor::strain ? force.strain : force.total_force;
}

Rgb8 strand_color(double value, const StrandPaint& paint) {
  if (!(value > 0)) return k_slack;
  if (value > paint.limit) return k_over_limit;
  // The middle of inferno backwards: its black and near-white ends would not stand out.
  const double t = std::min(value / paint.range, 1.0);
  return color_at(ColorMap::inferno, 0.92 - 0.52 * t);
}

Rgb8 strand_color(const WorldStrand& strand, const StrandPaint& paint) {
  if (is_parted(strand)) return k_parted;
  const bool tears = strand.report && strand.report->force.strain > strand.strand.failure_strain;
  return tears ? k_over_limit : strand_color(painted_value(strand, paint.by), paint);
}

}  // namespace condyle
