#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/numbers.h"
#include "condyle/error.h"
#include "condyle/finding.h"
#include "condyle/solver/step.h"
#include "core/world/src/state_hash.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::c {
namespace {

/// A kinematic body, and where it is before a step.
struct Start {
  btRigidBody& rigid;
  btTransform X_WP;
};

std::vector<Start> starts_of_kinematic(const condyle_world& world) {
  std::vector<Start> starts;
  for (const auto& body : world.bodies)
    if (body && body->kind == CONDYLE_KINEMATIC)
      starts.push_back({*body->rigid, X_WP_of(*body->rigid)});
  return starts;
}

void step(condyle_world& world, double dt) {
  // Beneath it, Bullet makes no step.
  if (!(finite(dt, "dt") > SIMD_EPSILON))
    throw InputError(fmt::format("dt is {}, must be above 0", dt));
  const std::vector<Start> starts = starts_of_kinematic(world);
  world.events.clear();
  try {
    world.world.stepSimulation(dt, 0);
  } catch (...) {
    world.world.clearForces();
    world.events.clear();
    for (const auto& [rigid, X_WP] : starts) {
      rigid.setInterpolationWorldTransform(X_WP);
      rigid.setWorldTransform(X_WP);
    }
    throw;
  }
}

/// What a body or joint was made with; empty where it is removed.
using MadeOf = std::vector<double>;

std::vector<MadeOf> bodies_of(const condyle_world& world) {
  std::vector<MadeOf> all;
  for (const auto& body : world.bodies) {
    MadeOf& made = all.emplace_back();
    if (!body) continue;
    const btVector3& inertia = body->rigid->getInvInertiaDiagLocal();
    made = {double(body->kind), body->rigid->getInvMass(), inertia.x(), inertia.y(), inertia.z()};
    made.insert(made.end(), body->X_BP.data(), body->X_BP.data() + 16);
  }
  return all;
}

std::vector<MadeOf> joints_of(const condyle_world& world) {
  std::vector<MadeOf> all;
  for (const auto& joint : world.joints) {
    MadeOf& made = all.emplace_back();
    if (joint) made = {double(joint->body_a), double(joint->body_b), double(joint->free_axes)};
  }
  return all;
}

std::vector<btTransform> places_of(const condyle_world& world) {
  std::vector<btTransform> all;
  for (const auto& body : world.bodies)
    if (body) all.push_back(X_WP_of(*body->rigid));
  return all;
}

void put_fixed(const condyle_world& world, std::span<const btTransform> X_WP) {
  for (std::size_t i = 0, at = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i]) continue;
    if (world.bodies[i]->kind == CONDYLE_FIXED) put(*world.bodies[i]->rigid, X_WP[at]);
    ++at;
  }
}

int find(condyle_world& world) {
  std::vector<std::string> texts;
  for (const Finding& finding : world.plugin->findings())
    texts.push_back(fmt::format("{}: {}: {}", finding.kind, finding.place, finding.text));
  world.findings = std::move(texts);
  return static_cast<int>(world.findings.size());
}

}  // namespace
}  // namespace condyle::c

/// With the poses of fixed bodies, which the plugin's memory does not have.
struct condyle_moment {
  std::shared_ptr<const condyle::bullet::WorldMemory> memory;
  std::vector<condyle::c::MadeOf> bodies, joints;
  std::vector<btTransform> X_WP;  ///< of all bodies that are there, in their order
};

using namespace condyle;
using namespace condyle::c;

condyle_world* condyle_world_create(const double gravity[3]) {
  return made_or<condyle_world*>(nullptr, __func__,
                                 [&] { return new condyle_world(vector_of(gravity, "gravity")); });
}

void condyle_world_free(condyle_world* world) { delete world; }

int condyle_world_set_gravity(condyle_world* world, const double gravity[3]) {
  return guarded(__func__, [&] {
    required(world, "world").world.setGravity(bullet::to_bullet(vector_of(gravity, "gravity")));
  });
}

int condyle_world_set_threads(condyle_world* world, int threads) {
  return guarded(__func__, [&] {
    StepSettings settings = required(world, "world").plugin->settings();
    settings.threads = threads;
    world->plugin->set_settings(settings);
  });
}

int condyle_world_step(condyle_world* world, double dt) {
  return guarded(__func__, [&] { step(required(world, "world"), dt); });
}

double condyle_world_time(const condyle_world* world) {
  return made_or(-1.0, __func__, [&] { return required(world, "world").plugin->time(); });
}

int condyle_world_findings(condyle_world* world) {
  return made_or(-1, __func__, [&] { return find(required(world, "world")); });
}

const char* condyle_world_finding(const condyle_world* world, int finding) {
  return made_or<const char*>(nullptr, __func__, [&] {
    const auto& findings = required(world, "world").findings;
    if (finding < 0 || finding >= std::ssize(findings))
      throw InputError(
          fmt::format("there is no finding {}; there are {}, from 0 on", finding, findings.size()));
    return findings[static_cast<std::size_t>(finding)].c_str();
  });
}

condyle_moment* condyle_world_save(const condyle_world* world) {
  return made_or<condyle_moment*>(nullptr, __func__, [&] {
    auto memory = required(world, "world").plugin->save();
    return new condyle_moment{std::move(memory), bodies_of(*world), joints_of(*world),
                              places_of(*world)};
  });
}

int condyle_world_restore(condyle_world* world, const condyle_moment* moment) {
  return guarded(__func__, [&] {
    condyle_world& of = required(world, "world");
    const condyle_moment& then = required(moment, "moment");
    if (then.bodies != bodies_of(of) || then.joints != joints_of(of))
      throw InputError("the moment is of a world with other bodies or joints");
    of.plugin->restore(*then.memory);
    put_fixed(of, then.X_WP);
    of.events.clear();
  });
}

int condyle_moment_hash(const condyle_moment* moment, uint64_t* hash) {
  return guarded(__func__, [&] {
    const condyle_moment& then = required(moment, "moment");
    StateHash all;
    all.add(bullet::Plugin::hash_of(*then.memory));
    for (const btTransform& X_WP : then.X_WP) all.add(bullet::to_pose(X_WP));
    required(hash, "hash") = all.value();
  });
}

void condyle_moment_free(condyle_moment* moment) { delete moment; }
