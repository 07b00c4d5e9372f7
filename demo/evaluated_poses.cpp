#include "evaluated_poses.h"

#include <fmt/format.h>

#include "condyle/contact/layer.h"
#include "contact_report.h"
#include "findings/few_nodes.h"
#include "force_direction_option.h"
#include "terminal.h"

namespace condyle {
namespace {

/// Warns if an elastic layer presses with too few nodes for an accurate result.
void warn_of_few_nodes(const LayerFigures& layer, const ContactPose& pose) {
  if (!has_few_nodes(layer)) return;
  print_error(
      "condyle: warning: at pose {} only {} nodes press, {:.3g} mm apart: force and peak may be "
      "off by several per cent; give a finer casting mesh, or a smaller --node-spacing\n",
      pose.id_json, layer.active_nodes, 1e3 * layer.node_spacing);
}

}  // namespace

YieldingPoses::YieldingPoses(const ContactPair& pair)
    : yielding_{.stress = yield_stress_of(pair.casting().layer(0), pair.target().layer(0))} {}

void YieldingPoses::see(const ContactPair& pair, const ContactPose& pose) {
  if (yielding_.stress > 0 && pair.result().total.max_pressure > yielding_.stress) ++poses_;
  if (yielding_.see(pair)) largest_ = pose.id_json;
}

void YieldingPoses::warn() const {
  if (!yielding_.any()) return;
  print_error(
      "condyle: warning: at {} the pressure exceeds the yield stress, {:.4g} MPa, and reaches "
      "{:.4g} MPa; the largest area is at pose {}, {:.4g} of {:.4g} mm^2; elastic figures may be "
      "too high there\n",
      poses_ == 1 ? "one pose" : fmt::format("{} poses", poses_), 1e-6 * yielding_.stress,
      1e-6 * yielding_.peak, largest_, 1e6 * yielding_.area, 1e6 * yielding_.contact_area);
}

void PosesOutOfRange::see(std::initializer_list<const ContactPair*> pairs,
                          const ContactPose& pose) {
  RangeWatch of_pose;
  for (const ContactPair* pair : pairs) {
    if (pair == nullptr) continue;
    RangeWatch one;
    one.see(*pair);
    of_pose.add(one);
  }
  if (of_pose.count() > 0) ++poses_;
  if (all_.add(of_pose)) worst_ = pose.id_json;
}

void PosesOutOfRange::warn() const {
  for (const RangeFault& fault : all_.faults()) {
    print_error("condyle: warning: {}, worst at {}: {}\n",
                poses_ == 1 ? "one pose" : fmt::format("{} poses", poses_), worst_, fault.text);
  }
}

EvaluatedPoses::EvaluatedPoses(const PlacedPair& surfaces, const ContactSettings& settings,
                               int threads, bool flip_meshes)
    : pair_(surfaces.casting, surfaces.target, settings), yielding_(pair_) {
  pair_.set_threads(threads);
  if (!flip_meshes) return;
  flipped_ = std::make_unique<ContactPair>(surfaces.target, surfaces.casting, settings);
  flipped_->set_threads(threads);
}

nlohmann::ordered_json EvaluatedPoses::evaluate(ContactPair& pair, const Pose& X_CT,
                                                const ContactPose& pose) {
  any_contact_ |= pair.evaluate(X_CT).total.n_contacting > 0;
  warn_of_few_nodes(pair.result().layer, pose);
  return contact_report(pair);
}

nlohmann::ordered_json EvaluatedPoses::evaluate(const ContactPose& pose) {
  nlohmann::ordered_json report{{"id", nlohmann::ordered_json::parse(pose.id_json)}};
  report["force_direction"] = word_of(pair_.settings().force_direction);
  report.update(evaluate(pair_, pose.X_CT, pose));
  yielding_.see(pair_, pose);
  if (flipped_) report["flipped"] = evaluate(*flipped_, pose.X_CT.inverse(), pose);
  out_of_range_.see({&pair_, flipped_.get()}, pose);
  return report;
}

const SideMap& EvaluatedPoses::target_map() const {
  return flipped_ ? flipped_->casting_map() : pair_.target_map();
}

void EvaluatedPoses::warn() const {
  out_of_range_.warn();
  yielding_.warn();
}

}  // namespace condyle
