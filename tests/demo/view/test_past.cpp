// The past of a live scene: it is shown again to the bit, and goes on from any step.
#include <algorithm>
#include <catch2/catch.hpp>

#include "condyle/scene/scene_file.h"
#include "view/live_scene.h"
#include "view/plot.h"

namespace condyle::test::past_tests {
namespace {

constexpr double k_dt = 1.0 / 240;
constexpr std::size_t k_plenty = std::size_t(1) << 28;

double no_clock() { return 0; }

struct Live {
  explicit Live(const std::string& name, std::size_t memory = k_plenty)
      : scene(std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()))) {
    scene.set_memory(memory);
    wishes.at_end = AtEnd::go_on;
    pause();
  }
  void pause() { wish(false); }
  void wish(bool playing) {
    wishes.playing = playing;
    scene.wish(wishes, 0);
  }
  /// Single steps.
  void step(int steps = 1) {
    scene.wish(wishes, steps);
    scene.advance(1, no_clock);
  }

  /// Pressures, poses, strands: all of a picture.
  std::vector<double> seen() const {
    std::vector<double> numbers{scene.time(), static_cast<double>(scene.step_count()),
                                scene.energy().numbers};
    const auto add = [&numbers](const auto& values) {
      numbers.insert(numbers.end(), values.data(), values.data() + values.size());
    };
    for (const WorldBody& body : scene.bodies()) add(body.X_WB.matrix());
    for (const WorldContact& contact : scene.contacts()) {
      if (!contact.report) continue;
      add(contact.report->casting_map().pressure);
      add(contact.report->target_map().pressure);
    }
    for (const WorldStrand& strand : scene.strands())
      numbers.push_back(strand.report->force.total_force);
    return numbers;
  }

  LiveScene scene;
  StepWishes wishes;
};

}  // namespace

TEST_CASE("past: each step is shown again with its pressures, to the bit", "[viewer][past]") {
  Live live(GENERATE("knee_replacement", "gripper", "bouncing_balls"));
  std::vector<std::vector<double>> pictures;
  for (int i = 0; i < 40; ++i) {
    live.step();
    pictures.push_back(live.seen());
  }
  CHECK(live.scene.past().oldest == 1);
  CHECK(live.scene.past().latest == 40);
  CHECK_FALSE(live.scene.past().is_past());
  CHECK(live.scene.past().size > 1000);
  for (const int number : {40, 39, 12, 1, 25}) {
    live.scene.show_past(number);
    CHECK((live.seen() == pictures[number - 1]));
    CHECK(live.scene.past().shown == number);
    CHECK(live.scene.past().is_past() == (number < 40));
    CHECK(live.scene.past().seconds_ago == Approx((40 - number) * k_dt));
  }
  for (int back = 1; back <= 3; ++back) {
    live.scene.step_back();
    CHECK((live.seen() == pictures[24 - back]));
  }
  live.scene.show_past(25);
  // Single steps show what was, up to the present, and then go on.
  for (int number = 26; number <= 40; ++number) {
    live.step();
    CHECK((live.seen() == pictures[number - 1]));
  }
  CHECK_FALSE(live.scene.past().is_past());
  live.step();
  CHECK(live.scene.past().latest == 41);
}

TEST_CASE("past: the scene runs on from any step with the same bits", "[viewer][past]") {
  Live live("knee_replacement");
  live.step(60);
  const std::vector<double> first = live.seen();
  const Curves curves = live.scene.record().curves;
  live.scene.show_past(20);
  CHECK(live.scene.record().stops > 0);  // it waits
  live.wish(true);
  for (int i = 0; i < 40; ++i) live.scene.advance(k_dt, no_clock);
  CHECK(live.scene.past().latest == 60);
  CHECK((live.seen() == first));
  const Curves& again = live.scene.record().curves;
  CHECK(again.peaks.times() == curves.peaks.times());
  CHECK(again.peaks.lines()[0].values == curves.peaks.lines()[0].values);
}

TEST_CASE("past: what is changed in the past makes another future", "[viewer][past]") {
  Live live("knee_replacement");
  live.step(40);
  const std::vector<double> first = live.seen();
  live.scene.show_past(30);
  live.scene.cut_strand(5);
  live.wish(true);
  for (int i = 0; i < 10; ++i) live.scene.advance(k_dt, no_clock);
  live.pause();
  CHECK(live.scene.past().latest == 40);
  CHECK_FALSE(live.seen() == first);
  CHECK(live.scene.strands()[5].is_cut);
  live.scene.show_past(30);  // it was whole then
  CHECK_FALSE(live.scene.strands()[5].is_cut);
  live.scene.show_past(35);
  CHECK(live.scene.strands()[5].is_cut);
}

TEST_CASE("past: a loop shows the steps over and over", "[viewer][past]") {
  Live live("bouncing_balls");
  std::vector<double> times;
  for (int i = 0; i < 10; ++i) {
    live.step();
    times.push_back(live.scene.time());
  }
  live.scene.loop(true);
  live.wish(true);
  for (int i = 0; i < 25; ++i) {
    live.scene.advance(k_dt, no_clock);
    CHECK(live.scene.time() == times[i % 10]);
  }
  CHECK(live.scene.past().latest == 10);
  live.scene.show_past(10);
  live.scene.loop(false);
  live.pause();
  live.wish(true);
  live.scene.advance(k_dt, no_clock);
  CHECK(live.scene.past().latest == 11);
  CHECK(live.scene.time() == Approx(11 * k_dt));
}

TEST_CASE("past: it outlives a new start of the scene", "[viewer][past]") {
  Live live("bouncing_balls");
  live.step(30);
  const std::vector<double> before = live.seen();
  live.scene.reset();
  live.step(10);
  CHECK(live.scene.past().latest == 40);
  CHECK(live.scene.time() == Approx(10 * k_dt));
  live.scene.show_past(30);
  CHECK((live.seen() == before));
  live.scene.show_past(40);
  CHECK(live.scene.time() == Approx(10 * k_dt));
}

TEST_CASE("curves: those of the last run stay when the scene starts again", "[viewer][past]") {
  Live live("bouncing_balls");
  live.step(30);
  const Curves before = live.scene.record().curves;
  REQUIRE(before.peaks.times().size() > 10);
  live.scene.reset();
  CHECK(live.scene.record().curves.peaks.times().empty());
  CHECK(live.scene.record().last_run.peaks.times() == before.peaks.times());
  CHECK(live.scene.record().last_run.forces.lines()[0].values == before.forces.lines()[0].values);
  live.scene.reset();  // nothing has run since
  CHECK(live.scene.record().last_run.peaks.times() == before.peaks.times());
  live.step(5);
  Plot plot = plot_over_time("peak", "Pa", live.scene.record().curves.peaks);
  const double end = plot.x_high;
  CHECK(plot.before.empty());
  TimeSeries longer;
  for (int i = 0; i < 600; ++i) longer.add(0.01 * i, {"a"}, {1.0 * i});
  compare_with(longer, plot);
  CHECK(plot.before.size() == 1);
  CHECK(plot.before_x.size() == plot.before[0].values.size());
  CHECK(plot.x_high > end);
  CHECK(plot.x_high == Approx(5.99));
  CHECK(plot.x_low == 0);
}

TEST_CASE("past: memory is limited, and the oldest steps go first", "[viewer][past]") {
  Live live("knee_replacement");
  live.step(20);
  const std::size_t size = live.scene.past().size;
  Live small("knee_replacement", size / 2);
  small.step(60);
  const PastView& past = small.scene.past();
  CHECK(past.size <= size / 2);
  CHECK(past.latest == 60);
  CHECK(past.oldest > 40);
  CHECK(past.latest - past.oldest >= 5);
  small.scene.show_past(1);  // the nearest
  CHECK(small.scene.past().shown == past.oldest);
  Live none("knee_replacement", 0);
  none.step(5);
  CHECK(none.scene.past().is_empty());
  none.scene.show_past(2);
  CHECK(none.scene.time() == Approx(5 * k_dt));
}

TEST_CASE("past: a changed layer ends it", "[viewer][past]") {
  Live live("hip");
  live.step(5);
  live.scene.add_bookmark();
  Layer layer = live.scene.contacts()[0].casting_layer;
  layer.thickness *= 1.5;
  live.scene.set_layer(live.scene.contacts()[0].casting, layer);
  CHECK(live.scene.past().is_empty());
  CHECK(live.scene.past().bookmarks.empty());
  live.step(3);
  CHECK(live.scene.past().latest - live.scene.past().oldest == 2);
  live.scene.reset();  // has new colliders
  live.step(2);
  const double time = live.scene.time();
  live.step(2);
  live.scene.show_past(live.scene.past().latest - 2);
  CHECK(live.scene.time() == time);
}

TEST_CASE("past: bookmarks are kept, also of a future that has been given up", "[viewer][past]") {
  Live live("knee_replacement");
  live.step(10);
  live.scene.add_bookmark();
  const std::vector<double> first = live.seen();
  live.step(10);
  live.scene.add_bookmark();
  const std::vector<double> second = live.seen();
  live.scene.show_past(5);
  live.scene.cut_strand(5);
  live.wish(true);
  for (int i = 0; i < 30; ++i) live.scene.advance(k_dt, no_clock);
  live.pause();
  REQUIRE(live.scene.past().bookmarks.size() == 2);
  CHECK(live.scene.past().bookmarks[1] == Approx(20 * k_dt));
  live.scene.show_bookmark(1);
  CHECK((live.seen() == second));
  live.scene.show_bookmark(0);
  CHECK((live.seen() == first));
  live.wish(true);
  for (int i = 0; i < 10; ++i) live.scene.advance(k_dt, no_clock);
  CHECK((live.seen() == second));
  live.pause();
  live.scene.show_past(10);
  CHECK((live.seen() == first));
  live.scene.drop_bookmark(0);
  REQUIRE(live.scene.past().bookmarks.size() == 1);
  CHECK(live.scene.past().bookmarks[0] == Approx(20 * k_dt));
}

}  // namespace condyle::test::past_tests
