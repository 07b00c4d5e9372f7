// Motions and loads by hand in the viewer: the group Drive, its undo, and the past.
#include <imgui.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/scene/scene_file.h"
#include "demo/view/viewer_in_window.h"
#include "view/mouse_pull.h"
#include "view/strand_selection.h"

namespace condyle::test::drive_panel_tests {
namespace {

constexpr double k_degree = std::numbers::pi / 180;

/// A frame with the mouse there, without Window::begin_frame(), whose mouse is elsewhere.
void frame_with_mouse(Viewer& viewer, ImVec2 at, bool down) {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = at;
  io.MouseDown[0] = down;
  ImGui::NewFrame();
  viewer.texts = draw_frame(viewer.state, nullptr, viewer.window->frame_buffer_size());
}

void click(Viewer& viewer, ImVec2 at) {
  for (const bool down : {false, true, true, false, false}) frame_with_mouse(viewer, at, down);
}

int body_named(const ShownWorld& world, const std::string& name) {
  const auto found = std::ranges::find(world.bodies(), name, &WorldBody::name);
  return static_cast<int>(found - world.bodies().begin());
}

}  // namespace

TEST_CASE("drive panel: a click on a slider takes a motion over, a tick gives it back, both undone",
          "[viewer][drives]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  state.settings.folded = {"Time", "Material and law", "View"};
  viewer->lay_out();
  const ScreenArea left = viewer->layout().left;
  const auto by_hand = [&] { return state.world->drives()[0].by_hand; };
  // Down the column of sliders, from below the scene's description, to the first one.
  float y = 180;
  while (!by_hand() && y < 500) click(*viewer, {left.x + 0.8f * left.width, y += 8});
  REQUIRE(by_hand());
  CHECK(*by_hand() > 60 * k_degree);
  CHECK(*by_hand() < 110 * k_degree);
  CHECK_FALSE(state.world->drives()[1].by_hand);
  REQUIRE(state.undo.can_undo());
  const double taken = *by_hand();

  float x = left.x + 0.4f * left.width;  // to the box before the slider
  while (by_hand() && x < left.x + 0.6f * left.width) click(*viewer, {x += 6, y});
  CHECK_FALSE(by_hand());
  state.undo.undo(*state.world);
  CHECK(by_hand() == taken);
  state.undo.undo(*state.world);
  CHECK_FALSE(by_hand());
}

TEST_CASE("drive panel: what was set by hand and held is seen in the past, and undone",
          "[viewer][drives]") {
  LiveScene live(std::make_unique<SceneWorld>(
      scene::read_scene(find_scene("knee_replacement"), shipped_scenes())));
  if (GENERATE(false, true)) live.run_in_thread([] {});
  const auto no_clock = [] { return 0.0; };
  const auto catch_up = [&] {
    do live.advance(0, no_clock);
    while (!live.is_up_to_date());
  };
  const auto step = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      live.wish({.playing = false}, 1);
      catch_up();
      live.advance(1, no_clock);
    }
  };
  live.set_memory(std::size_t(1) << 28);
  live.wish({.playing = false}, 0);
  step(10);
  const int tibia = body_named(live, "tibia");
  UndoHistory undo;
  const Parameters before = parameters_of(live);
  Parameters edited = before;
  edited.drives[0] = 20 * k_degree;
  edited.held[tibia] = true;
  apply(edited, live);
  undo.track(before, true, false);
  CHECK(live.drives()[0].by_hand == 20 * k_degree);  // at once
  CHECK(live.bodies()[tibia].is_held);
  step(10);
  catch_up();
  const double amount = live.drives()[0].amount;
  CHECK(amount > 0);
  const Pose held = live.bodies()[tibia].X_WB;
  CHECK(live.past().latest == 20);

  live.show_past(10);
  catch_up();
  CHECK_FALSE(live.drives()[0].by_hand);
  CHECK_FALSE(live.bodies()[tibia].is_held);
  live.show_past(20);
  catch_up();
  CHECK(live.drives()[0].by_hand == 20 * k_degree);
  CHECK(live.drives()[0].amount == amount);
  CHECK(live.bodies()[tibia].X_WB.matrix() == held.matrix());

  undo.undo(live);
  catch_up();
  CHECK_FALSE(live.drives()[0].by_hand);
  CHECK_FALSE(live.bodies()[tibia].is_held);
  undo.redo(live);
  catch_up();
  CHECK(live.bodies()[tibia].is_held);
  CHECK(live.drives()[0].by_hand == 20 * k_degree);
}

TEST_CASE("mouse pull: tells its newtons or newton millimetres, and a held body is not pulled",
          "[viewer][drives]") {
  const auto viewer = open_viewer("ball_on_plate", {800, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const int ball = body_named(*state.world, "ball");
  REQUIRE(ball < static_cast<int>(state.world->bodies().size()));
  CHECK(pull_text(state).empty());
  state.pull.body = ball;
  state.live->pull(ball, Eigen::Vector3d::Zero(), Eigen::Vector3d(0, 1, 0), 100);
  state.live->step(1e-6);
  CHECK_THAT(pull_text(state), Catch::Contains("ball: ") && Catch::Contains(" N"));
  DrawList list;
  state.pull.p_W = Eigen::Vector3d(0, 1, 0);
  add_pull_arrow(state, list);
  REQUIRE(list.arrows.size() == 1);
  CHECK(list.arrows[0].kind == ArrowKind::force);
  state.pull.R_WB = Eigen::Matrix3d::Identity();
  state.live->twist(ball, Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitY()).toRotationMatrix(),
                    0.01);
  state.live->step(1e-6);
  CHECK_THAT(pull_text(state), Catch::Contains(" N mm"));
  add_pull_arrow(state, list);
  REQUIRE(list.arrows.size() == 2);
  CHECK(list.arrows[1].kind == ArrowKind::moment);
}

TEST_CASE("strands: several are chosen and edited as one", "[view][strands]") {
  StrandSelection chosen;
  const std::vector<int> group = {2, 3, 4};
  choose(group, Choice::only, chosen);
  CHECK(chosen.all == std::set{2, 3, 4});
  choose(0, Choice::toggle, chosen);
  choose(3, Choice::toggle, chosen);
  CHECK(chosen.all == std::set{0, 2, 4});
  CHECK(chosen.latest == 0);
  choose(6, Choice::up_to, chosen);
  CHECK(chosen.all == std::set{0, 1, 2, 3, 4, 5, 6});
  choose(1, Choice::only, chosen);
  choose(1, Choice::toggle, chosen);
  CHECK(chosen.all == std::set{1});  // one always is

  const SceneWorld world(scene::read_scene(find_scene("knee_replacement"), shipped_scenes()));
  const Parameters scene = parameters_of(world);
  Parameters edited = scene;
  edited.strands[0].strand.slack_length *= 1.1;
  chosen.all = {0, 1};
  const auto slack = &ligament::Strand::slack_length;
  CHECK(part_of_scene(slack, scene, edited, chosen) == Approx(1.05));
  set_part_of_scene(0.84, slack, scene, chosen, edited);
  CHECK(edited.strands[0].strand.slack_length ==
        Approx(0.88 * scene.strands[0].strand.slack_length));
  CHECK(edited.strands[1].strand.slack_length ==
        Approx(0.80 * scene.strands[1].strand.slack_length));
  CHECK(edited.strands[2].strand.slack_length == scene.strands[2].strand.slack_length);
}

TEST_CASE("strands: a click on a ligament chooses all of its strands", "[viewer][strands]") {
  const auto viewer = open_viewer("knee_replacement", {1600, 1000}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  state.settings.folded = {"Contact", "Curves", "Energy", "Speed"};
  viewer->lay_out();
  const ScreenArea right = viewer->layout().right;
  float y = 100;
  while (state.strands.all.size() < 2 && y < 600)
    click(*viewer, {right.x + 0.12f * right.width, y += 8});
  CHECK(state.strands.all == std::set{0, 1, 2, 3});  // the posterior cruciate ligament
}

}  // namespace condyle::test::drive_panel_tests
