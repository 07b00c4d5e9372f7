// The shipped knee, hip and finger pad at rest and driven, in both engines. All of it, with a table
// for docs/mujoco.md, runs with CONDYLE_FIGURES; a shorter time otherwise.
#ifdef CONDYLE_HAS_MUJOCO
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "condyle/scene/scene_file.h"
#include "engine/made_meshes.h"
#include "support/figures.h"
#include "world/scene_world.h"

namespace condyle::test::shipped_joint_tests {
namespace {

using Eigen::Vector3d;

/// A scene, a time at which to hold its motions and loads, and between which times to compare it
/// driven.
struct Trial {
  const char* scene;
  double held_at, from, until;
};

const Trial k_trials[] = {
    {"knee_replacement", 0.4, 0.5, 4}, {"hip", 0.3, 0, 1.1}, {"finger_pad", 1.8, 1.2, 3}};

struct InBoth {
  explicit InBoth(const Trial& trial)
      : bullet(scene::read_scene(find_scene(trial.scene), shipped_scenes()), &meshes,
               EngineName::bullet),
        mujoco(scene::read_scene(find_scene(trial.scene), shipped_scenes()), &meshes,
               EngineName::mujoco) {}
  void step(double dt) {
    bullet.step(dt);
    mujoco.step(dt);
  }
  MadeMeshes meshes;
  SceneWorld bullet, mujoco;
};

struct Load {
  double force = 0;
  Vector3d centre = Vector3d::Zero();
};
Load load_of(const SceneWorld& world, std::size_t contact) {
  const WorldContact& of = world.contacts()[contact];
  if (!of.report) return {};
  const ContactStatistics& total = of.report->result().total;
  return {total.contact_force.norm(), total.center_of_pressure};
}

/// The largest force of any contact.
double largest_of(const SceneWorld& world) {
  double most = 0;
  for (std::size_t i = 0; i < world.contacts().size(); ++i)
    most = std::max(most, load_of(world, i).force);
  return most;
}

/// The vertical force of all contacts on a body.
double vertical_on(const SceneWorld& world, const std::string& name) {
  double sum = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const double up =
        (contact.report->X_WC.linear() * contact.report->result().total.contact_force).y();
    if (world.bodies()[std::size_t(contact.casting.body)].name == name) sum += up;
    if (world.bodies()[std::size_t(contact.target.body)].name == name) sum -= up;
  }
  return sum;
}

}  // namespace

TEST_CASE("engines: shipped joints rest with the same force in both", "[world][engines][figures]") {
  for (const Trial& trial : k_trials) {
    CAPTURE(trial.scene);
    InBoth worlds(trial);
    constexpr double k_dt = 1.0 / 240;
    while (worlds.bullet.time() < trial.held_at) worlds.step(k_dt);
    worlds.bullet.set_motion_running(false);
    worlds.mujoco.set_motion_running(false);
    for (int step = 0; step < 120; ++step) worlds.step(k_dt);
    // Pads creep on a can that stands on a table too, at micrometres a second, and so does the
    // force with which they hold it. Pads and table together bear its weight.
    const bool is_held = trial.scene == std::string("finger_pad");
    const auto force = [&](const SceneWorld& world) {
      return is_held ? vertical_on(world, "can") : largest_of(world);
    };
    const double bullet = force(worlds.bullet), mujoco = force(worlds.mujoco);
    note(fmt::format("`{}` held at {:g} s", trial.scene, trial.held_at),
         {bullet, mujoco, mujoco / bullet - 1});
    CHECK(mujoco == Approx(bullet).epsilon(1e-6));
    if (is_held) CHECK(mujoco == Approx(0.3 * 9.81).epsilon(1e-6));
  }
}

TEST_CASE("engines: shipped joints move with the same force and centre in both",
          "[world][engines][figures]") {
  for (const Trial& trial : k_trials) {
    CAPTURE(trial.scene);
    InBoth worlds(trial);
    constexpr double k_dt = 1e-3;
    double of_force = 0, of_centre = 0, largest = 0;
    const double all = prints_figures() ? 1 : 0.04;
    const double until = trial.from + all * (trial.until - trial.from);
    while (worlds.bullet.time() < trial.from) worlds.step(1.0 / 240);
    while (worlds.bullet.time() < until - k_dt / 2) {
      worlds.step(k_dt);
      largest = std::max(largest, largest_of(worlds.bullet));
      for (std::size_t i = 0; i < worlds.bullet.contacts().size(); ++i) {
        const Load a = load_of(worlds.bullet, i), b = load_of(worlds.mujoco, i);
        of_force = std::max(of_force, std::abs(b.force - a.force) / largest);
        // A centre means nothing of what is hardly pressed, nor of a can's flat bottom on a flat
        // table, where it follows a tilt of nanometres.
        if (a.force < 0.05 * largest || worlds.bullet.contacts()[i].name == "can_table") continue;
        of_centre = std::max(of_centre, (b.centre - a.centre).norm());
      }
    }
    note(fmt::format("`{}` from {:g} to {:g} s", trial.scene, trial.from, trial.until),
         {largest, of_force, of_centre});
    CHECK(of_force < 0.01);
    CHECK(of_centre < 1e-4);
  }
}

}  // namespace condyle::test::shipped_joint_tests
#endif
