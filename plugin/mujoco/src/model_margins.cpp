#include "plugin/mujoco/src/model_margins.h"

#include <algorithm>

#include "plugin/mujoco/src/model_filters.h"

namespace condyle::mujoco {
namespace {

Margin margin_of_geom(const mjModel& model, int geom) {
  return {model.geom_margin[geom], model.geom_gap[geom]};
}
Margin margin_of_pair(const mjModel& model, int pair) {
  return {model.pair_margin[pair], model.pair_gap[pair]};
}
void put_on_geom(mjModel& model, int geom, const Margin& margin) {
  model.geom_margin[geom] = margin.margin;
  model.geom_gap[geom] = margin.gap;
}
void put_on_pair(mjModel& model, int pair, const Margin& margin) {
  model.pair_margin[pair] = margin.margin;
  model.pair_gap[pair] = margin.gap;
}

}  // namespace

void ModelMargins::add(int geom) {
  Kept& kept = kept_[geom];
  if (kept.count++ > 0) return;
  kept.of_user = margin_of_geom(model_, geom);
  const int body = model_.geom_bodyid[geom];
  if (const mjtNum* const margin = margin_of_body(model_, body))
    kept_bodies_.try_emplace(body, *margin);
  for (int pair = 0; pair < model_.npair; ++pair)
    if (model_.pair_geom1[pair] == geom || model_.pair_geom2[pair] == geom)
      kept.pairs.push_back(pair);
}

void ModelMargins::remove(int geom) {
  Kept& kept = kept_.at(geom);
  if (--kept.count > 0) return;
  put_on_geom(model_, geom, kept.of_user);
  for (const int pair : kept.pairs)
    if (const auto found = kept_pairs_.find(pair); found != kept_pairs_.end()) {
      put_on_pair(model_, pair, found->second);
      kept_pairs_.erase(found);
    }
  kept_.erase(geom);
  put_on_body(model_.geom_bodyid[geom]);
}

void ModelMargins::look(int geom, double distance) {
  Kept& kept = kept_.at(geom);
  kept.distance = distance;
  put_on_geom(model_, geom, looking(kept.of_user, distance));
  put_on_body(model_.geom_bodyid[geom]);
  for (const int pair : kept.pairs) look_for_pair(pair);
}

void ModelMargins::look_for_pair(int pair) {
  const auto first = kept_.find(model_.pair_geom1[pair]);
  const auto second = kept_.find(model_.pair_geom2[pair]);
  if (first == kept_.end() || second == kept_.end()) return;
  const Margin of_user = kept_pairs_.try_emplace(pair, margin_of_pair(model_, pair)).first->second;
  put_on_pair(model_, pair, looking(of_user, first->second.distance + second->second.distance));
}

/// MuJoCo looks for bodies first, in versions that have margins of them.
void ModelMargins::put_on_body(int body) {
  mjtNum* const margin = margin_of_body(model_, body);
  if (margin == nullptr) return;
  *margin = kept_bodies_.at(body);
  bool has_any = false;
  for (int i = 0; i < model_.body_geomnum[body]; ++i) {
    const int geom = model_.body_geomadr[body] + i;
    if (!kept_.contains(geom)) continue;
    has_any = true;
    *margin = std::max(*margin, model_.geom_margin[geom] + model_.geom_gap[geom]);
  }
  if (!has_any) kept_bodies_.erase(body);
}

Margin ModelMargins::of_user(int geom) const {
  const auto kept = kept_.find(geom);
  return kept == kept_.end() ? margin_of_geom(model_, geom) : kept->second.of_user;
}

ModelMargins::Own ModelMargins::own_contact(int first, int second) const {
  if ((model_.opt.enableflags & mjENBL_OVERRIDE) != 0) return {};
  if (!kept_.contains(first) && !kept_.contains(second)) return {};
  Margin user = combined(of_user(first), of_user(second));
  Margin now = combined(margin_of_geom(model_, first), margin_of_geom(model_, second));
  if (const int pair = pair_of_geoms(model_, first, second); pair >= 0) {
    now = margin_of_pair(model_, pair);
    const auto kept = kept_pairs_.find(pair);
    user = kept == kept_pairs_.end() ? now : kept->second;
  }
  return {.is_other = true,
          .reach = reach_of(user),
          .active = active_of(user),
          .active_now = active_of(now)};
}

}  // namespace condyle::mujoco
