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
  std::map<const mjModel*, ModelMargins> margins;
  std::array<std::array<mjfCollision, mjNGEOMTYPES>, mjNGEOMTYPES> collide = {};
  mjfGeneric passive = nullptr;
  mjfSensor sensor = nullptr;
};

Installed& installed() {
  static Installed all;
  return all;
}

/// What is installed for data and its model; null: nothing.
struct Found {
  StepHooks* hooks = nullptr;
  const ModelMargins* margins = nullptr;
};

Found found_for(const mjModel& model, const mjData& data) {
  Installed& all = installed();
  const std::shared_lock lock(all.mutex);
  Found found;
  if (const auto at = all.of_data.find(&data); at != all.of_data.end())
    found.hooks = at->second.hooks;
  if (const auto at = all.margins.find(&model); at != all.margins.end())
    found.margins = &at->second;
  return found;
}

/// MuJoCo's own contact, which is that of the user's margins.
int collide(const mjModel* model, CollisionData* data, CollisionContacts* contacts, int first,
            int second, mjtNum margin) {
  const Found found = found_for(*model, *data);
  if (found.hooks && found.hooks->collide(first, second)) return 0;
  const auto type = [model](int geom) { return static_cast<std::size_t>(model->geom_type[geom]); };
  const mjfCollision own = installed().collide[type(first)][type(second)];
  if (own == nullptr) return 0;
  ModelMargins::Own by_user;
  if (found.margins) by_user = found.margins->own_contact(first, second);
  if (!by_user.is_other) return own(model, data, contacts, first, second, margin);
  const int count = own(model, data, contacts, first, second, by_user.reach);
  for (int i = 0; i < count; ++i) contacts[i].dist -= by_user.shift();
  return count;
}

/// Gives contacts of MuJoCo's own the distances back that collide() has shifted, since MuJoCo takes
/// the margins that are set now.
void put_back_distances(mjData& data, const Found& found) {
  if (!found.margins) return;
  for (int i = 0; i < data.ncon; ++i) {
    mjContact& contact = data.contact[i];
    const int first = contact.geom1, second = contact.geom2;
    if (first < 0 || second < 0) continue;  // of a flex
    if (found.hooks && found.hooks->has(first) && found.hooks->has(second)) continue;
    const ModelMargins::Own by_user = found.margins->own_contact(first, second);
    const bool is_shifted = by_user.shift() != 0 && contact.includemargin == by_user.active_now;
    if (!is_shifted) continue;
    contact.dist += by_user.shift();
    contact.includemargin = by_user.active;
  }
}

void passive(const mjModel* model, mjData* data) {
  if (const mjfGeneric before = installed().passive) before(model, data);
  const Found found = found_for(*model, *data);
  if (found.hooks) found.hooks->set_rows();
  put_back_distances(*data, found);
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

ModelMargins& install(mjModel& model, const mjData& data, StepHooks& hooks) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  if (all.of_data.contains(&data))
    throw InputError("This mjData has a Condyle plugin already; use that one, or end it first");
  if (all.of_data.empty()) take_over(all);
  for (const auto& [other, hooked] : all.of_data)
    if (hooked.model == &model) hooked.hooks->begin_sharing();
  all.of_data[&data] = {&model, &hooks};
  return all.margins.try_emplace(&model, model).first->second;
}

void remove(const mjData& data) {
  Installed& all = installed();
  const std::unique_lock lock(all.mutex);
  const auto found = all.of_data.find(&data);
  if (found == all.of_data.end()) return;
  const mjModel* const model = found->second.model;
  all.of_data.erase(found);
  const auto is_of_model = [model](const auto& entry) { return entry.second.model == model; };
  if (std::ranges::none_of(all.of_data, is_of_model)) all.margins.erase(model);
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
