#include "plugin/mujoco/src/model_filters.h"

#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

bool is_excluded(const mjModel& model, int body_a, int body_b) {
  constexpr int k_more = mjVERSION_HEADER < 300 ? 1 : 0;  // in both numbers of a signature
  for (int i = 0; i < model.nexclude; ++i) {
    const int first = (model.exclude_signature[i] >> 16) - k_more,
              second = (model.exclude_signature[i] & 0xFFFF) - k_more;
    if (std::minmax(first, second) == std::minmax(body_a, body_b)) return true;
  }
  return false;
}

}  // namespace

int pair_of_geoms(const mjModel& model, int a, int b) {
  if (!tests_pairs(model.opt)) return -1;
  for (int i = 0; i < model.npair; ++i)
    if (std::minmax(model.pair_geom1[i], model.pair_geom2[i]) == std::minmax(a, b)) return i;
  return -1;
}

bool may_touch(const mjModel& model, int a, int b) {
  const int body_a = model.geom_bodyid[a], body_b = model.geom_bodyid[b];
  const int weld_a = model.body_weldid[body_a], weld_b = model.body_weldid[body_b];
  if (weld_a == weld_b) return false;
  if (pair_of_geoms(model, a, b) >= 0) return true;
  if (!tests_geoms(model.opt)) return false;
  const auto parent = [&](int weld) { return model.body_weldid[model.body_parentid[weld]]; };
  const bool is_filtered = (model.opt.disableflags & mjDSBL_FILTERPARENT) == 0 && weld_a != 0 &&
                           weld_b != 0 && (parent(weld_a) == weld_b || parent(weld_b) == weld_a);
  if (is_filtered || is_excluded(model, body_a, body_b)) return false;
  return (model.geom_contype[a] & model.geom_conaffinity[b]) != 0 ||
         (model.geom_contype[b] & model.geom_conaffinity[a]) != 0;
}

void require_may_touch(const mjModel& model, const std::string& a, const std::string& b,
                       const std::string& what) {
  const auto geom = [&](const std::string& name) {
    const int id = mj_name2id(&model, mjOBJ_GEOM, name.c_str());
    if (id < 0) throw InputError(fmt::format("{}: the model has no geom '{}'", what, name));
    return id;
  };
  if (may_touch(model, geom(a), geom(b))) return;
  throw InputError(
      fmt::format("{}: MuJoCo keeps '{}' and '{}' apart, by contype and conaffinity, <exclude>, as "
                  "parent and child, or as parts of one body; give them a <pair> in <contact>, or "
                  "leave out the text",
                  what, a, b));
}

bool any_may_touch(const mjModel& model, std::span<const int> geoms) {
  for (std::size_t i = 0; i < geoms.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (may_touch(model, geoms[i], geoms[j])) return true;
  return false;
}

}  // namespace condyle::mujoco
