#include "core/world/src/session_strand.h"

namespace condyle {
namespace {

/// The path at these poses. Does not change the strand.
ligament::TracedPath traced_at(const SessionStrand& strand, std::span<const Pose> X_WB) {
  ligament::PathMemory memory = strand.memory;
  ligament::TracedPath traced;
  trace(strand.linearised.path, X_WB, {}, memory, traced);
  return traced;
}

StrandCondition condition_of(const SessionStrand& strand) {
  if (strand.is_cut) return StrandCondition::cut;
  if (strand.damage.torn >= 1) return StrandCondition::torn;
  return strand.linearised.result.strain > 0 ? StrandCondition::taut : StrandCondition::slack;
}

}  // namespace

void put_report(SessionStrand& strand) {
  const LinearisedStrand& linearised = strand.linearised;
  strand.report.condition = condition_of(strand);
  strand.report.force = linearised.result;
  strand.report.length = linearised.traced.length;
  strand.report.lengthening_speed = linearised.traced.lengthening_speed;
  strand.report.torn = strand.damage.torn;
  strand.report.path_status = linearised.traced.status;
  strand.report.p_WA = linearised.traced.legs.front().from_W;
  strand.report.p_WB = linearised.traced.legs.back().to_W;
  strand.is_reported = true;
}

void follow(SessionStrand& strand, std::span<const Pose> X_WB, std::span<const Twist> V_WB_W) {
  LinearisedStrand& linearised = strand.linearised;
  linearised.X_WB.assign(X_WB.begin(), X_WB.end());
  linearised.V_WB_W.assign(V_WB_W.begin(), V_WB_W.end());
  trace(linearised.path, X_WB, V_WB_W, strand.memory, linearised.traced);
  linearised.result = evaluate(linearised.strand, linearised.traced.length,
                               linearised.traced.lengthening_speed, strand.damage);
  if (strand.is_cut) {
    const ligament::StrandForce whole = linearised.result;
    linearised.result = {};
    linearised.result.strain = whole.strain;
    linearised.result.strain_rate = whole.strain_rate;
  }
  put_report(strand);
}

void put_ends(SessionStrand& strand, std::span<const Pose> X_WB) {
  const std::vector<ligament::PathPoint>& points = strand.linearised.path.points;
  strand.report.p_WA = X_WB[points.front().body] * points.front().p_B;
  strand.report.p_WB = X_WB[points.back().body] * points.back().p_B;
}

double length_at(const SessionStrand& strand, std::span<const Pose> X_WB) {
  return traced_at(strand, X_WB).length;
}

double energy_at(const SessionStrand& strand, std::span<const Pose> X_WB) {
  ligament::StrandDamage damage = strand.damage;
  return evaluate(strand.linearised.strand, length_at(strand, X_WB), 0, damage).potential_energy;
}

std::vector<Eigen::Vector3d> polyline_at(const SessionStrand& strand, std::span<const Pose> X_WB,
                                         double step) {
  return polyline(strand.linearised.path, traced_at(strand, X_WB), X_WB, step);
}

}  // namespace condyle
