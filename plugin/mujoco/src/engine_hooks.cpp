#include "plugin/mujoco/src/engine_hooks.h"

#include <array>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

/// MuJoCo's tables are global, so this is too.
struct Installed {
  std::shared_mutex mutex;
  std::map<const mjData*, StepHooks*> hooks;
  std::array<std::array<mjfCollision, mjNGEOMTYPES>, mjNGEOMTYPES> collide = {};
  mjfGeneric passive = nullptr;
  mjfSensor sensor = nullptr;
};

Installed& installed() {
  static Installed all;
  return all;
}

int collide(const mjModel* model, CollisionData* data, CollisionContacts* contacts, int first,
            int second, mjtNum margin) {
  if (StepHooks* const hooks = hooks_of(*data); hooks && hooks->collide(first, second)) return 0;
  const auto type = [model](int geom) { return static_cast<std::size_t>(model->geom_type[geom]); };
  const mjfCollision own = installed().collide[type(first)][type(second)];
  return own != nullptr ? own(model, data, contacts, first, second, margin) : 0;
}

void passive(const mjModel* model, mjData* data) {
  if (const mjfGeneric before = installed().passive) before(model, data);
  if (StepHooks* const hooks = hooks_of(*data)) hooks->set_rows();
}

void sensor(const mjModel* model, mjData* data, int stage) {
  if (const mjfSensor before = installed().sensor) before(model, data, stage);
  if (stage != mjSTAGE_ACC) return;
  if (StepHooks* const hooks = hooks_of(*data)) hooks->fill_sensors();
}

void take_over(Installed& all) {
  for (std::size_t a = 0; a < mjNGEOMTYPES; ++a)
    for (std::size_t b = a; b < mjNGEOMTYPES; ++b) {
      all.collide[a][b] = mjCOLLISIONFUNC[a][b];
      mjCOLLISIONFUNC[a][b] = collide;
    }
  all.passive = mjcb_passive;
  mjcb_passive = passive;
  all.sensor = mjcb_sensor;
  mjcb_sensor = sensor;
}

/// What others have put there since stays.
void give_back(const Installed& all) {
  for (std::size_t a = 0; a < mjNGEOMTYPES; ++a)
    for (std::size_t b = a; b < mjNGEOMTYPES; ++b)
      if (mjCOLLISIONFUNC[a][b] == collide) mjCOLLISIONFUNC[a][b] = all.collide[a][b];
  if (mjcb_passive == passive) mjcb_passive = all.passive;
  if (mjcb_sensor == sensor) mjcb_sensor = all.sensor;
}

}  // namespace

StepHooks* hooks_of(const mjData& data) {
  Installed& all = installed();
  const std::shared_lock lock(all.mutex);
  const auto found = all.hooks.find(&data);
  return found == all.hooks.end() ? nullptr : found->second;
}

void install(const mjData& data, StepHooks& hooks) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  if (all.hooks.contains(&data))
    throw InputError("This mjData has a Condyle plugin already; use that one, or end it first");
  if (all.hooks.empty()) take_over(all);
  all.hooks[&data] = &hooks;
}

void remove(const mjData& data) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  all.hooks.erase(&data);
  if (all.hooks.empty()) give_back(all);
}

void require_installed() {
  bool is_ours = mjcb_passive == passive;
  for (std::size_t a = 0; a < mjNGEOMTYPES; ++a)
    for (std::size_t b = a; b < mjNGEOMTYPES; ++b)
      is_ours = is_ours && mjCOLLISIONFUNC[a][b] == collide;
  if (!is_ours)
    throw SimulationError(
        "Another library has put its own functions in MuJoCo's mjCOLLISIONFUNC or mjcb_passive, "
        "without which there is no contact; let it call the functions that it found there, or "
        "install it first");
}

}  // namespace condyle::mujoco
