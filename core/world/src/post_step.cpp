#include "core/world/src/post_step.h"

#include <vector>

#include "core/src/contact/laws/user_call.h"
#include "core/src/solver/pair_result.h"
#include "core/src/solver/user_body.h"

namespace condyle {
namespace {

condyle_patch describe(const ContactPatch& patch, const Pose& X_WC) {
  const ContactStatistics& statistics = patch.statistics;
  condyle_patch told = {};
  told.triangle_count = patch.triangle_count;
  told.area = statistics.contact_area;
  told.mean_pressure = statistics.mean_pressure;
  told.max_pressure = statistics.max_pressure;
  told.max_depth = statistics.max_proximity;
  put(X_WC * statistics.center_of_pressure, told.pressure_centre);
  put(X_WC.linear() * statistics.contact_force, told.force);
  return told;
}

}  // namespace

void call_post_step(SessionPair& pair, const BodyAtEnd& casting, const BodyAtEnd& target,
                    double time, double dt) {
  thread_local std::vector<condyle_patch> patches;
  patches.clear();
  condyle_contact contact = {};
  contact.time = time;
  contact.casting = describe(pair.casting_side.name, casting.X_WB, casting.velocity);
  contact.target = describe(pair.target_side.name, target.X_WB, target.velocity);
  const Pose X_WC = casting.X_WB * pair.casting_side.X_BS;
  for (const ContactPatch& patch : result_of(pair).patches)
    patches.push_back(describe(patch, X_WC));

  condyle_post_step step = {};
  step.patch_count = static_cast<int>(patches.size());
  step.patches = patches.data();
  step.time_step = dt;
  put(pair.mean_force.head<3>(), step.moment);
  put(pair.mean_force.tail<3>(), step.force);
  call_post_step(*pair.pair.settings().post_step, contact, step);
}

}  // namespace condyle
