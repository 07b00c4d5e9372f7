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

/// The functions in MuJoCo's tables.
struct Functions {
  std::array<std::array<mjfCollision, mjNGEOMTYPES>, mjNGEOMTYPES> collide = {};
  mjfGeneric passive = nullptr;
  mjfSensor sensor = nullptr;
};

/// MuJoCo's tables are global, so this is too.
struct Installed {
  std::shared_mutex mutex;
  std::map<const mjData*, Hooked> of_data;
  std::map<const mjModel*, ModelMargins> margins;
  Functions below;  ///< those that the plugin's call
  Functions above;  ///< those that were in place of the plugin's at the last removal; null: none
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
  const mjfCollision own = installed().below.collide[type(first)][type(second)];
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
  if (const mjfGeneric before = installed().below.passive) before(model, data);
  const Found found = found_for(*model, *data);
  if (found.hooks) found.hooks->set_rows();
  put_back_distances(*data, found);
}

void sensor(const mjModel* model, mjData* data, int stage) {
  if (const mjfSensor before = installed().below.sensor) before(model, data, stage);
  if (stage != mjSTAGE_ACC) return;
  if (StepHooks* const hooks = hooks_of(*data)) hooks->fill_sensors();
}

/// Puts a function of the plugin's in its place, unless one is there that calls it.
template <class Function>
void take_place(Function& place, Function ours, Function& below, Function above) {
  if (above != nullptr && place == above) return;
  below = place;
  place = ours;
}

template <class Function>
void give_place_back(Function& place, Function ours, Function below, Function& above) {
  above = place == ours ? nullptr : place;
  if (place == ours) place = below;
}

void take_over(Installed& all) {
  for (std::size_t a = 0; a < mjNGEOMTYPES; ++a)
    for (std::size_t b = a; b < mjNGEOMTYPES; ++b)
      take_place(mjCOLLISIONFUNC[a][b], collide, all.below.collide[a][b], all.above.collide[a][b]);
  take_place(mjcb_passive, passive, all.below.passive, all.above.passive);
  take_place(mjcb_sensor, sensor, all.below.sensor, all.above.sensor);
}

void give_back(Installed& all) {
  for (std::size_t a = 0; a < mjNGEOMTYPES; ++a)
    for (std::size_t b = a; b < mjNGEOMTYPES; ++b)
      give_place_back(mjCOLLISIONFUNC[a][b], collide, all.below.collide[a][b],
                      all.above.collide[a][b]);
  give_place_back(mjcb_passive, passive, all.below.passive, all.above.passive);
  give_place_back(mjcb_sensor, sensor, all.below.sensor, all.above.sensor);
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

bool is_lent_to_others(const mjModel& model, const mjData& data, int tendon) {
  Installed& all = installed();
  const std::shared_lock lock(all.mutex);
  return std::ranges::any_of(all.of_data, [&](const auto& entry) {
    return entry.first != &data && entry.second.model == &model &&
           entry.second.hooks->is_lent(tendon);
  });
}

bool is_shared(const mjModel& model) {
  Installed& all = installed();
  const std::shared_lock lock(all.mutex);
  return std::ranges::count(all.of_data, &model,
                            [](const auto& entry) { return entry.second.model; }) > 1;
}

}  // namespace condyle::mujoco
