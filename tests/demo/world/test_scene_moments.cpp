// A scene goes back to a saved moment, after a reset too, and runs on from there with the same
// bits.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <ctime>

#include "base/wall_timer.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "support/resident_memory.h"
#include "view/start_page.h"
#include "world/scene_world.h"

namespace condyle::test::scene_moment_tests {
namespace {

/// All that a viewer shows and a table of results has, of the last step.
std::vector<double> seen(const SceneWorld& world) {
  std::vector<double> numbers{world.time(), world.load_factor(), world.energy().numbers,
                              static_cast<double>(world.step_totals().passes),
                              static_cast<double>(world.events().size())};
  const auto add = [&numbers](const auto& values) {
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
  };
  for (int i = 0; i < static_cast<int>(world.bodies().size()); ++i) {
    add(world.bodies()[i].X_WB.matrix());
    add(world.velocity(i).linear);
    add(world.velocity(i).angular);
    for (const WorldMesh& mesh : world.bodies()[i].meshes)  // soft bodies move
      for (const Eigen::Vector3d& p : mesh.mesh->vertices) add(p);
  }
  for (int i = 0; i < static_cast<int>(world.contacts().size()); ++i) {
    const WorldContact& contact = world.contacts()[i];
    numbers.push_back(contact.report.has_value());
    numbers.push_back(contact.settings.friction.static_coefficient);
    if (!contact.report) continue;
    add(contact.report->casting_map().pressure);
    add(contact.report->target_map().pressure);
    add(contact.report->result().total.contact_force);
    add(world.worn_depth(i));
  }
  for (const WorldStrand& strand : world.strands()) {
    numbers.push_back(strand.is_cut);
    numbers.push_back(strand.report ? strand.report->force.total_force : -1);
    numbers.push_back(strand.report ? strand.report->torn : -1);
  }
  for (const Reading& reading : world.readings()) numbers.push_back(reading.value);
  return numbers;
}

void run(SceneWorld& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step(1 / world.scene().rate);
}

std::unique_ptr<SceneWorld> open(const std::string& name) {
  auto world = std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()));
  world->follow_events();
  return world;
}

bool has_elastic_layer(const SceneWorld& world) {
  return std::ranges::any_of(world.contacts(), [](const WorldContact& contact) {
    return contact.settings.formulation == Formulation::elastic_layer;
  });
}

/// The largest difference of contact forces, over the largest force.
double difference_of_forces(const std::vector<Eigen::Vector3d>& a,
                            const std::vector<Eigen::Vector3d>& b) {
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, (a[i] - b[i]).norm());
    largest = std::max(largest, a[i].norm());
  }
  return difference / largest;
}

std::vector<Eigen::Vector3d> forces_of(const SceneWorld& world) {
  std::vector<Eigen::Vector3d> forces;
  for (const WorldContact& contact : world.contacts())
    forces.push_back(contact.report ? contact.report->result().total.contact_force
                                    : Eigen::Vector3d(Eigen::Vector3d::Zero()));
  return forces;
}

}  // namespace

TEST_CASE("scenes: from a saved moment each runs on with the same bits", "[world][moment]") {
  const std::string name = GENERATE(from_range(shipped_scene_files())).stem().string();
  INFO(name);
  const auto world = open(name);
  run(*world, 24);
  const auto moment = world->save();
  run(*world, 12);
  const std::vector<double> first = seen(*world);
  const std::vector<Eigen::Vector3d> first_forces = forces_of(*world);
  CHECK(size_of(*moment) < 1 << 20);

  for (const bool is_reset : {false, true}) {
    CAPTURE(is_reset);
    if (is_reset) world->reset();
    run(*world, 5);
    world->restore(*moment);
    run(*world, 12);
    const std::vector<double> again = seen(*world);
    REQUIRE(first.size() == again.size());
    if (has_elastic_layer(*world))  // twelve steps, each to the layer's tolerance
      CHECK(difference_of_forces(first_forces, forces_of(*world)) <
            100 * world->contacts()[0].settings.layer_tolerance);
    else
      CHECK((first == again));  // in parentheses: else a failure prints a hundred thousand numbers
  }
}

TEST_CASE("scenes: a moment has the settings, the cuts and the pull of its time",
          "[world][moment]") {
  const auto world = open("knee_replacement");
  run(*world, 10);
  world->cut_strand(1);
  ContactSettings settings = world->contacts()[0].settings;
  settings.friction = {0.2, 0.15, 1e-3, 1.5e-3};
  world->set_contact_settings(0, settings);
  world->set_load_factor(0.8);
  int pulled = 0;
  while (world->bodies()[pulled].kind != scene::BodyKind::dynamic) ++pulled;
  world->pull(pulled, Eigen::Vector3d::Zero(), Eigen::Vector3d(0.1, 0, 0), 1000);
  run(*world, 10);
  const auto moment = world->save();
  run(*world, 20);
  const std::vector<double> first = seen(*world);

  world->restore_strand(1);
  settings.friction = {};
  world->set_contact_settings(0, settings);
  world->set_load_factor(1);
  world->release();
  run(*world, 20);
  REQUIRE_FALSE(seen(*world) == first);
  world->restore(*moment);
  CHECK(world->strands()[1].is_cut);
  CHECK(world->contacts()[0].settings.friction.static_coefficient == 0.2);
  CHECK(world->load_factor() == 0.8);
  run(*world, 20);
  CHECK((seen(*world) == first));
}

TEST_CASE("scenes: a moment from before a layer was changed is refused", "[world][moment]") {
  const auto world = open("hip");
  run(*world, 3);
  const auto moment = world->save();
  Layer layer = world->contacts()[0].casting_layer;
  layer.thickness *= 2;
  world->set_layer(world->contacts()[0].casting, layer);
  run(*world, 3);
  const std::vector<double> before = seen(*world);
  CHECK_FALSE(world->can_restore(*moment));
  CHECK_THROWS_WITH(world->restore(*moment), Catch::Contains("layer"));
  CHECK((seen(*world) == before));
  CHECK(world->can_restore(*world->save()));
}

TEST_CASE("scenes: settling goes on from a saved moment", "[world][moment][settling]") {
  scene::Scene scene = scene::read_scene(find_scene("ball_on_plate"), shipped_scenes());
  scene.settle.emplace();
  SceneWorld world(scene);
  run(world, 20);
  REQUIRE(world.is_settling());
  const auto moment = world.save();
  const auto run_to_rest = [&] {
    int steps = 0;
    for (; world.is_settling() && steps < 10000; ++steps) run(world, 1);
    run(world, 10);
    auto numbers = seen(world);
    numbers.push_back(steps);
    return numbers;
  };
  const std::vector<double> first = run_to_rest();
  REQUIRE_FALSE(world.is_settling());
  world.restore(*moment);
  CHECK(world.is_settling());
  CHECK((run_to_rest() == first));
}

namespace {

/// A scene's whole motion again and again from one moment, with the same bits, for some time.
struct LongRun {
  explicit LongRun(const std::string& name) : world(open(name)) {
    run(*world, 24);
    moment = world->save();
    steps = static_cast<int>(world->scene().duration * world->scene().rate) - 24;
  }

  /// One more motion; the first one sets what the others must be.
  void repeat() {
    world->restore(*moment);
    const std::clock_t start = std::clock();  // of this process alone
    run(*world, steps);
    times.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / steps);
    const std::vector<double> now = seen(*world);
    if (times.size() == 1) first = now;
    is_same = is_same && now == first;
    is_finite = is_finite && std::ranges::all_of(now, [](double x) { return std::isfinite(x); });
    memory.push_back(resident_memory());
  }

  /// The median of the times of a fifth of the motions, the first or the last [s a step].
  double median_of_fifth(bool is_last) const {
    const std::size_t count = std::max<std::size_t>(1, times.size() / 5);
    std::vector<double> some(is_last ? times.end() - count : times.begin(),
                             is_last ? times.end() : times.begin() + count);
    std::ranges::nth_element(some, some.begin() + count / 2);
    return some[count / 2];
  }

  std::unique_ptr<SceneWorld> world;
  std::shared_ptr<const SceneMoment> moment;
  int steps = 0;
  std::vector<double> first, times, memory;
  bool is_same = true, is_finite = true;
};

}  // namespace

TEST_CASE("hours: shipped scenes keep their bits, their speed and their memory", "[.hours]") {
  const char* const given = std::getenv("CONDYLE_SOAK_HOURS");
  const double hours = given != nullptr ? std::atof(given) : 0.01;
  const std::vector<std::string> names{"knee_replacement", "finger_pad", "ball_on_plate"};
  for (const std::string& name : names) {
    INFO(name);
    LongRun soak(name);
    const WallTimer timer;
    while (soak.times.size() < 5 || timer.seconds() < 3600 * hours / double(names.size()))
      soak.repeat();
    const double start = soak.median_of_fifth(false), end = soak.median_of_fifth(true);
    const double grown = soak.memory.back() - soak.memory[soak.memory.size() / 5];
    fmt::print(
        "{}: {} steps in {:.0f} s, {:.3g} ms a step at first and {:.3g} at last, memory {:+.1f} "
        "MB\n",
        name, soak.times.size() * static_cast<std::size_t>(soak.steps), timer.seconds(),
        1e3 * start, 1e3 * end, 1e-6 * grown);
    CHECK(soak.is_same);
    CHECK(soak.is_finite);
    CHECK(grown < 4e6);        // the heap's own breathing
    CHECK(end < 1.5 * start);  // other programs take turns in the caches
  }
}

}  // namespace condyle::test::scene_moment_tests
