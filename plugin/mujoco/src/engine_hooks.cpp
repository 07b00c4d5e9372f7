#include "plugin/mujoco/src/engine_hooks.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

struct Hooked {
  const mjModel* model = nullptr;
  StepHooks* hooks = nullptr;
};

/// MuJoCo's tables are global, so this is too.
struct Installed {
  std::shared_mutex mutex;
  std::map<const mjData*, Hooked> of_data;
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
  const auto found = all.of_data.find(&data);
  return found == all.of_data.end() ? nullptr : found->second.hooks;
}

void install(const mjModel& model, const mjData& data, StepHooks& hooks) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  if (all.of_data.contains(&data))
    throw InputError("This mjData has a Condyle plugin already; use that one, or end it first");
  if (all.of_data.empty()) take_over(all);
  for (const auto& [other, hooked] : all.of_data)
    if (hooked.model == &model) hooked.hooks->begin_sharing();
  all.of_data[&data] = {&model, &hooks};
}

void remove(const mjData& data) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  all.of_data.erase(&data);
  if (all.of_data.empty()) give_back(all);
}

bool is_shared(const mjModel& model) {
  Installed& all = installed();
  const std::shared_lock lock(all.mutex);
  return std::ranges::count(all.of_data, &model,
                            [](const auto& entry) { return entry.second.model; }) > 1;
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
