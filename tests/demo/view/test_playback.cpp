#include <catch2/catch.hpp>

#include "view/playback.h"
#include "view/time_series.h"

namespace condyle::test::playback_tests {

namespace {

// A world whose steps take `cost` seconds of wall time each.
struct FakeWorld {
  double cost = 0, wall = 0, time = 0;
  int steps = 0;

  void run(Playback& playback, double wall_seconds) {
    playback.advance(
        wall_seconds,
        [this](double dt) {
          time += dt;
          wall += cost;
          ++steps;
        },
        [this] { return wall; });
  }
};

}  // namespace

TEST_CASE("playback: keeps the time of the wall, whatever the rate of pictures") {
  Playback playback;
  playback.rate = GENERATE(60.0, 240.0, 1000.0);
  const double picture = GENERATE(1.0 / 144, 1.0 / 60, 1.0 / 17);
  FakeWorld world;
  double wall = 0;
  for (; wall < 5; wall += picture) world.run(playback, picture);
  CHECK(world.time == Approx(wall).margin(1.01 / playback.rate));
  CHECK(playback.reached == Approx(1).margin(0.2));  // pictures do not have whole numbers of steps
}

TEST_CASE("playback: speed multiplies") {
  Playback playback;
  playback.speed = 0.1;
  FakeWorld world;
  for (int k = 0; k < 300; ++k) world.run(playback, 1.0 / 60);
  CHECK(world.time == Approx(0.5).margin(0.01));
}

TEST_CASE("playback: a world that is too slow runs slower, in no bursts") {
  Playback playback;
  FakeWorld world;
  world.cost = 0.02;  // 50 steps per second at best, of 240 wanted
  for (int k = 0; k < 50; ++k) {
    const int before = world.steps;
    world.run(playback, 0.1);
    CHECK(world.steps - before <= 4);
  }
}

TEST_CASE("playback: paused it makes single steps, and resumes without catching up") {
  Playback playback;
  playback.playing = false;
  FakeWorld world;
  world.run(playback, 10);
  CHECK(world.steps == 0);
  playback.steps_wanted = 3;
  world.run(playback, 0.01);
  CHECK(world.steps == 3);
  playback.playing = true;
  world.run(playback, 1.0 / 240);
  CHECK(world.steps == 4);
}

TEST_CASE("playback: a recorded motion starts again at its end, or stays there") {
  Playback playback;
  playback.speed = 0.5;
  CHECK(playback.follow(1.2, 1, 2, 0.1) == Approx(1.25));
  CHECK(playback.follow(1.98, 1, 2, 0.1) == Approx(1.03));
  CHECK(playback.playing);
  CHECK(playback.follow(1.2, 1, 2, 60) == Approx(1.25));  // no time is skipped after a stall
  CHECK(playback.follow(1, 1, 1, 0.1) == 1);              // a single frame
  playback = {};
  playback.at_end = AtEnd::stop;
  CHECK(playback.follow(1.95, 1, 2, 0.1) == 2);
  CHECK_FALSE(playback.playing);
  CHECK(playback.follow(1.5, 1, 2, 0.1) == 1.5);
}

TEST_CASE("time series: bounded, thinned, and begun anew after a reset") {
  TimeSeries series;
  for (int k = 0; k < 10000; ++k) series.add(k * 1e-2, {"a", "b"}, {1.0 * k, 2.0 * k});
  CHECK(series.times().back() == Approx(99.99));
  CHECK(series.times().front() <= 100 - TimeSeries::k_memory);
  CHECK(series.times().front() > 99 - 1.1 * TimeSeries::k_memory);
  CHECK(static_cast<double>(series.times().size()) <=
        1.1 * TimeSeries::k_memory / TimeSeries::k_spacing + 2);
  REQUIRE(series.lines().size() == 2);
  CHECK(series.lines()[1].values.size() == series.times().size());
  CHECK(series.lines()[1].values.back() == 2 * series.lines()[0].values.back());
  series.add(0, {"a", "b"}, {5, 6});
  CHECK(series.times().size() == 1);
  series.add(0.1, {"a", "b", "c"}, {5, 6, 7});
  CHECK(series.times().size() == 1);
  CHECK(series.lines().size() == 3);
}

TEST_CASE("time series: of a whole motion nothing is dropped") {
  TimeSeries series(TimeSeries::Keep::all);
  for (int k = 0; k < 20000; ++k) series.add(k * 1e-3, {"a"}, {1.0 * k});
  CHECK(series.times().size() == 20000);
}

}  // namespace condyle::test::playback_tests
