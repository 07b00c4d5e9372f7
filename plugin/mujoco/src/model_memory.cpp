#include <algorithm>

#include "condyle/error.h"
#include "core/world/src/state_hash.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

/// Calls use(saved values, MuJoCo's values, their number) for all that MuJoCo carries.
template <class Memory, class Use>
void for_each_array(const mjModel& model, const mjData& data, Memory& memory, const Use& use) {
  use(memory.qpos, data.qpos, int_of(model.nq));
  use(memory.qvel, data.qvel, int_of(model.nv));
  use(memory.act, data.act, int_of(model.na));
  use(memory.acceleration, data.qacc, int_of(model.nv));
  use(memory.warm_start, data.qacc_warmstart, int_of(model.nv));
  use(memory.smooth, data.qacc_smooth, int_of(model.nv));
  use(memory.mocap_pos, data.mocap_pos, 3 * int_of(model.nmocap));
  use(memory.mocap_quat, data.mocap_quat, 4 * int_of(model.nmocap));
}

}  // namespace

bool is_of(const ModelMemory& memory, const SessionState& session) {
  return std::ranges::equal(memory.colliders, session.colliders, {}, {},
                            [](const auto& entry) { return entry.first; }) &&
         std::ranges::equal(
             memory.strands, session.strands, {}, [](const auto& entry) { return entry.first; },
             [](const auto& entry) { return entry.first; });
}

std::size_t size_of(const ModelMemory& memory) {
  const std::size_t numbers = memory.qpos.size() + 4 * memory.qvel.size() + memory.act.size() +
                              memory.mocap_pos.size() + memory.mocap_quat.size() +
                              memory.margins.size();
  return condyle::size_of(static_cast<const SessionMemory&>(memory)) + 8 * numbers;
}

std::uint64_t hash_of(const ModelMemory& memory) {
  StateHash hash;
  condyle::add(memory, hash);
  hash.add(memory.data_time);
  hash.add(memory.was_put);
  for (const auto* numbers :
       {&memory.qpos, &memory.qvel, &memory.act, &memory.acceleration, &memory.warm_start,
        &memory.smooth, &memory.mocap_pos, &memory.mocap_quat})
    hash.add_all(*numbers);
  return hash.value();
}

/// Overwrites `memory`, which keeps its room.
void MujocoSession::save_model(ModelMemory& memory) const {
  save(memory);
  memory.colliders.clear();
  memory.margins.clear();
  for (const auto& [id, geom] : geom_of_collider_) {
    memory.colliders.push_back(id);
    memory.margins.push_back(margins_->distance(geom));
  }
  memory.data_time = data.time;
  memory.was_put = is_put();
  for_each_array(model, data, memory, [](std::vector<double>& saved, const mjtNum* at, int count) {
    saved.assign(at, at + count);
  });
}

void MujocoSession::restore_model(const ModelMemory& memory) {
  if (!is_of(memory, *this))
    throw InputError(
        "Plugin::restore: other colliders or strands were registered when this was saved; register "
        "the same, or make a plugin anew");
  restore(memory);
  is_open_ = is_forward_ = false;
  count_in_step_ = 0;
  auto margin = memory.margins.begin();
  if (!is_shared(model))
    for (const auto& [id, geom] : geom_of_collider_) margins_->look(geom, *margin++);
  data.time = memory.data_time;
  for_each_array(model, data, memory, [](const std::vector<double>& saved, mjtNum* at, int) {
    std::ranges::copy(saved, at);
  });
  end_ = coordinates();
  if (memory.was_put) end_.resize(0);
}

}  // namespace condyle::mujoco
