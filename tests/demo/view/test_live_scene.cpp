// A scene that steps in a thread of its own, and the window that draws its snapshots.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>

#include "base/wall_timer.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "view/live_scene.h"

namespace condyle::test::live_scene_tests {
namespace {

constexpr double k_dt = 1.0 / 240;

std::unique_ptr<SceneWorld> world_of(const std::string& name) {
  return std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()));
}

void sleep(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double no_clock() { return 0; }

/// Takes snapshots until the simulation has carried out all commands.
void catch_up(LiveScene& live) {
  const WallTimer timer;
  while (!live.is_up_to_date() && timer.seconds() < 60) {
    live.advance(0, no_clock);
    sleep(0.001);
  }
  REQUIRE(live.is_up_to_date());
}

/// All that a picture shows.
std::vector<double> seen(const ShownWorld& world) {
  std::vector<double> numbers{world.time()};
  const auto add = [&numbers](const auto& values) {
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
  };
  for (const WorldBody& body : world.bodies()) {
    add(body.X_WB.matrix());
    for (const WorldMesh& mesh : body.meshes)
      for (const Eigen::Vector3d& p : mesh.mesh->vertices) add(p);
  }
  for (int i = 0; i < static_cast<int>(world.contacts().size()); ++i) {
    const WorldContact& contact = world.contacts()[i];
    numbers.push_back(contact.report.has_value());
    if (!contact.report) continue;
    add(contact.report->casting_map().pressure);
    add(contact.report->target_map().pressure);
    add(contact.report->result().total.contact_force);
    add(contact.report->X_WC.matrix());
    add(world.worn_depth(i));
  }
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i) {
    const WorldStrand& strand = world.strands()[i];
    numbers.push_back(strand.report ? strand.report->force.total_force : -1);
    numbers.push_back(world.strand_length(i));
  }
  for (const Reading& reading : world.readings()) numbers.push_back(reading.value);
  for (const ClosedFormReading& reading : world.closed_form())
    numbers.push_back(std::isnan(reading.measured) ? -1e300 : reading.measured);  // not yet known
  return numbers;
}

}  // namespace

TEST_CASE("live scene: a thread of its own gives the bits of steps alone", "[viewer][live]") {
  const std::string name = GENERATE("knee_replacement", "finger_pad", "bouncing_balls");
  INFO(name);
  const auto alone = world_of(name);
  LiveScene live(world_of(name));
  live.wish({.playing = false, .rate = 240}, 0);
  if (GENERATE(false, true)) live.run_in_thread([] {});
  CHECK((seen(live) == seen(*alone)));
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      alone->step(k_dt);
      live.step(k_dt);
    }
  };
  run(10);
  ContactSettings settings = alone->contacts()[0].settings;
  settings.dissipation = 2;
  alone->set_contact_settings(0, settings);
  live.set_contact_settings(0, settings);
  alone->set_load_factor(1.1);
  live.set_load_factor(1.1);
  if (!alone->strands().empty()) {
    alone->cut_strand(0);
    live.cut_strand(0);
  }
  run(15);
  catch_up(live);
  CHECK(live.step_count() == 25);
  CHECK((seen(live) == seen(*alone)));

  alone->reset();
  live.reset();
  run(5);
  catch_up(live);
  CHECK((seen(live) == seen(*alone)));
}

TEST_CASE("live scene: slow pictures do not slow the steps", "[viewer][live]") {
  constexpr double k_picture = 0.5;  // [s]
  const auto run = [](LiveScene& live) {
    const WallTimer timer;
    const double start = live.time();
    for (int picture = 0; picture < 5; ++picture) {
      sleep(k_picture);  // draws
      live.advance(k_picture, [&] { return timer.seconds(); });
    }
    return (live.time() - start) / timer.seconds();
  };
  LiveScene inside(world_of("ball_on_plate")), beside(world_of("ball_on_plate"));
  const StepWishes wishes{.playing = true, .rate = 240, .speed = 1, .at_end = AtEnd::go_on};
  inside.wish(wishes, 0);
  CHECK(run(inside) < 0.3);  // a tenth of a second of each picture
  beside.wish(wishes, 0);
  beside.run_in_thread([] {});
  const double simulated = run(beside);
  CHECK(simulated > 0.6);  // of real time; the last snapshot may be a picture old
  CHECK(simulated < 1.1);
  CHECK(beside.record().reached > 0.6);
}

TEST_CASE("live scene: paused, done or unseen it takes no processor time", "[viewer][live]") {
  LiveScene live(world_of("ball_on_plate"));
  live.run_in_thread([] {});
  const bool is_unseen = GENERATE(false, true);
  live.wish({.playing = is_unseen, .at_end = AtEnd::go_on}, 0);
  live.suspend(is_unseen);
  sleep(0.05);
  live.advance(0, no_clock);
  sleep(0.05);
  live.advance(0, no_clock);
  const double time = live.time();
  const std::clock_t before = std::clock();
  for (int i = 0; i < 10; ++i) {
    sleep(0.05);
    live.advance(0, no_clock);
  }
  CHECK(double(std::clock() - before) / CLOCKS_PER_SEC < 0.05);
  CHECK(live.time() == time);
  live.suspend(false);
  live.wish({.playing = true, .at_end = AtEnd::go_on}, 0);
  const WallTimer timer;
  while (live.time() == time && timer.seconds() < 20) {
    live.advance(0, no_clock);
    sleep(0.01);
  }
  CHECK(live.time() > time);
}

TEST_CASE("live scene: what the user sets shows at once and stays", "[viewer][live]") {
  LiveScene live(world_of("knee_replacement"));
  live.run_in_thread([] {});
  live.wish({.playing = true, .at_end = AtEnd::go_on}, 0);
  for (int i = 0; i < 30; ++i) {
    const double modulus = 1e8 * (2 + 0.1 * i);
    Layer layer = live.contacts()[0].casting_layer;
    layer.elastic_modulus = modulus;
    live.set_layer(live.contacts()[0].casting, layer);
    live.set_load_factor(1 + 0.01 * i);
    if (i == 7) live.cut_strand(0);
    CHECK(live.contacts()[0].casting_layer.elastic_modulus == modulus);
    live.advance(0, no_clock);
    sleep(0.003);
    CHECK(live.contacts()[0].casting_layer.elastic_modulus == modulus);
    CHECK(live.load_factor() == 1 + 0.01 * i);
    CHECK(live.strands()[0].is_cut == (i >= 7));
  }
  catch_up(live);
  CHECK(live.contacts()[0].casting_layer.elastic_modulus == Approx(4.9e8));
  CHECK(live.strands()[0].is_cut);
  Layer bad = live.contacts()[0].casting_layer;
  bad.thickness = -1;
  CHECK_THROWS_AS(live.set_layer(live.contacts()[0].casting, bad), InputError);
  ContactSettings settings = live.contacts()[0].settings;
  settings.max_proximity = -1;
  CHECK_THROWS_AS(live.set_contact_settings(0, settings), InputError);
}

TEST_CASE("live scene: a step that fails pauses with a message", "[viewer][live]") {
  auto world = world_of("ball_on_plate");
  int body = 0;
  while (world->bodies()[body].kind != scene::BodyKind::dynamic) ++body;
  world->set_motion(body, world->bodies()[body].X_WB, {{0, 0, 0}, {0, 0, 3000}});
  LiveScene live(std::move(world));
  if (GENERATE(false, true)) live.run_in_thread([] {});
  live.wish({.playing = true, .at_end = AtEnd::go_on}, 0);
  const WallTimer timer;
  while (live.record().stops == 0 && timer.seconds() < 20) {
    live.advance(0.01, no_clock);
    sleep(0.001);
  }
  CHECK(live.record().stops == 1);
  CHECK_THAT(live.record().message, Catch::Contains("stopped: "));
}

TEST_CASE("live scene: may be closed at any moment", "[viewer][live]") {
  for (int i = 0; i < 20; ++i) {
    LiveScene live(world_of("pulley"));
    live.run_in_thread([] {});
    sleep(0.002 * i);
    live.advance(0, no_clock);
    if (i % 3 == 0) live.reset();
  }
}

}  // namespace condyle::test::live_scene_tests
