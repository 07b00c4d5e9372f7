#include "plugin/bullet/src/user_contact.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include "core/src/contact/user_call.h"
#include "core/src/solver/pair_result.h"
#include "core/src/solver/user_body.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

condyle_body describe_now(const Collider& collider) {
  const btRigidBody& body = *collider.key.body;
  Vector6 velocity;
  velocity << to_eigen(body.getAngularVelocity()), to_eigen(body.getLinearVelocity());
  return condyle::describe(collider.name.c_str(), to_pose(body.getWorldTransform()), velocity);
}

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

void call_post_step(PairState& pair, Registry& registry, double dt) {
  thread_local std::vector<condyle_patch> patches;
  patches.clear();
  const Collider& casting = registry.collider(pair.casting);
  condyle_contact contact = {};
  contact.time = registry.time + dt;
  contact.casting = describe_now(casting);
  contact.target = describe_now(registry.collider(pair.target));
  const Pose X_WC = to_pose(casting.key.body->getWorldTransform()) * casting.X_BS;
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

}  // namespace condyle::bullet
