#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/model_filters.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Geoms = std::set<std::pair<int, int>>;

/// Balls in one place, two on each body of a random tree: what MuJoCo lets touch does.
std::string random_balls(std::mt19937& random) {
  const auto draw = [&random](int most) {
    return std::uniform_int_distribution<int>(0, most)(random);
  };
  constexpr int k_bodies = 6;
  int count = 0;
  const auto ball = [&] {
    return fmt::format(R"(<geom name="g{}" size="0.1" contype="{}" conaffinity="{}"/>)", count++,
                       draw(3), draw(3));
  };
  std::string bodies = ball();
  int open = 0;
  for (int i = 0; i < k_bodies; ++i) {
    bodies += fmt::format(R"(<body name="b{}">)", i);
    if (draw(2) > 0) bodies += R"(<joint type="slide" axis="1 0 0"/>)";
    bodies += ball() + ball();
    ++open;
    for (; open > 0 && draw(1) > 0; --open) bodies += "</body>";
  }
  for (; open > 0; --open) bodies += "</body>";
  std::string contact;
  if (draw(1) > 0) contact += R"(<exclude body1="b0" body2="b3"/><exclude body1="b4" body2="b1"/>)";
  if (draw(1) > 0) contact += R"(<pair geom1="g3" geom2="g8"/><pair geom1="g11" geom2="g1"/>)";
  std::string options;
#if mjVERSION_HEADER < 230
  const char* const of[] = {"all", "predefined", "dynamic"};
  options = fmt::format(R"(collision="{}")", of[draw(2)]);
#endif
  return fmt::format(R"(<mujoco><option {}>{}</option><size njmax="10" nconmax="400"/>
      <worldbody>{}</worldbody><contact>{}</contact></mujoco>)",
                     options, draw(3) == 0 ? R"(<flag filterparent="disable"/>)" : "", bodies,
                     contact);
}

}  // namespace

TEST_CASE("geoms may touch where MuJoCo finds contact") {
  const unsigned seed = GENERATE(range(1u, 41u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  TrialModel trial(random_balls(random));
  mj_kinematics(trial.model, trial.data);
  mj_comPos(trial.model, trial.data);
  mj_collision(trial.model, trial.data);
  Geoms touch, may;
  for (int i = 0; i < trial.data->ncon; ++i)
    touch.insert(std::minmax<int>(trial.data->contact[i].geom1, trial.data->contact[i].geom2));
  const auto weld = [&](int geom) {
    return trial.model->body_weldid[trial.model->geom_bodyid[geom]];
  };
  for (int a = 0; a < trial.model->ngeom; ++a)
    for (int b = a + 1; b < trial.model->ngeom; ++b)
      if (may_touch(*trial.model, a, b)) may.insert({a, b});
  // MuJoCo lets parts of one body touch if there is a <pair> of them; Condyle never.
  std::erase_if(touch, [&](const auto& pair) { return weld(pair.first) == weld(pair.second); });
  CHECK(may == touch);
}

}  // namespace condyle::mujoco
