#include "contact/evaluated_poses.h"

#include <fmt/format.h>

#include "base/terminal.h"
#include "contact/contact_report.h"

namespace condyle {
namespace {

std::string poses_text(int poses) {
  return poses == 1 ? "one pose" : fmt::format("{} poses", poses);
}

}  // namespace

void PosesOutOfRange::observe(std::initializer_list<const ContactPair*> pairs,
                              const ContactPose& pose) {
  RangeWatch of_pose;
  for (const ContactPair* pair : pairs) {
    if (pair == nullptr) continue;
    RangeWatch one;
    one.observe(*pair);
    of_pose.add(one);
  }
  for (const RangeFault& fault : of_pose.faults()) ++said_[fault.kind].poses;
  all_.add(of_pose);
  for (const RangeFault& fault : all_.faults_of_poses()) {
    Said& said = said_[fault.kind];
    if (said.text == fault.text) continue;
    said.text = fault.text;
    said.worst = pose.id_json;
  }
}

void PosesOutOfRange::warn() const {
  for (const RangeFault& fault : all_.faults_of_poses()) {
    const Said& said = said_.at(fault.kind);
    print_error("condyle: warning: {} {}: {}\n",
                said.poses > 0 ? poses_text(said.poses) + ", worst at" : "largest contact, at pose",
                said.worst, said.text);
  }
}

EvaluatedPoses::EvaluatedPoses(const PlacedPair& surfaces, const ContactSettings& settings,
                               int threads, bool flip_meshes)
    : pair_(surfaces.casting, surfaces.target, settings) {
  pair_.set_threads(threads);
  if (!flip_meshes) return;
  flipped_ = std::make_unique<ContactPair>(surfaces.target, surfaces.casting, settings);
  flipped_->set_threads(threads);
}

nlohmann::ordered_json EvaluatedPoses::evaluate(ContactPair& pair, const Pose& X_CT) {
  any_contact_ |= pair.evaluate(X_CT).total.n_contacting > 0;
  return contact_report(pair);
}

nlohmann::ordered_json EvaluatedPoses::evaluate(const ContactPose& pose) {
  nlohmann::ordered_json report{{"id", nlohmann::ordered_json::parse(pose.id_json)}};
  report["force_direction"] = word_of(pair_.settings().force_direction);
  report.update(evaluate(pair_, pose.X_CT));
  if (flipped_) report["flipped"] = evaluate(*flipped_, pose.X_CT.inverse());
  out_of_range_.observe({&pair_, flipped_.get()}, pose);
  return report;
}

const SideMap& EvaluatedPoses::target_map() const {
  return flipped_ ? flipped_->casting_map() : pair_.target_map();
}

void EvaluatedPoses::warn() const { out_of_range_.warn(); }

}  // namespace condyle
