#include <fmt/format.h>

#include <memory>
#include <string>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/numbers.h"
#include "condyle/error.h"
#include "condyle/finding.h"
#include "condyle/solver/step.h"
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
      starts.push_back({*body->rigid, body->rigid->getInterpolationWorldTransform()});
  return starts;
}

void step(condyle_world& world, double dt) {
  if (!(finite(dt, "dt") > 0)) throw InputError(fmt::format("dt is {}, must be above 0", dt));
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

int find(condyle_world& world) {
  std::vector<std::string> texts;
  for (const Finding& finding : world.plugin->findings())
    texts.push_back(fmt::format("{}: {}: {}", finding.kind, finding.place, finding.text));
  world.findings = std::move(texts);
  return static_cast<int>(world.findings.size());
}

}  // namespace
}  // namespace condyle::c

struct condyle_moment {
  std::shared_ptr<const condyle::bullet::WorldMemory> memory;
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
    return new condyle_moment{required(world, "world").plugin->save()};
  });
}

int condyle_world_restore(condyle_world* world, const condyle_moment* moment) {
  return guarded(__func__, [&] {
    required(world, "world").plugin->restore(*required(moment, "moment").memory);
    world->events.clear();
  });
}

void condyle_moment_free(condyle_moment* moment) { delete moment; }
