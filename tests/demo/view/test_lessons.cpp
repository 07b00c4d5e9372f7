// Lessons: each is tried to its end by the actions that it tells the user, and what it says of its
// scene is what the scene gives.
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <set>

#include "condyle/error.h"
#include "view/lesson_file.h"
#include "view/lesson_run.h"
#include "viewer_in_window.h"

namespace condyle::test::lesson_tests {

namespace {

constexpr double k_picture_time = 1.0 / 60;  // [s]

std::unique_ptr<Viewer> open_lesson_named(const std::string& name, ViewSize size = {1600, 1000}) {
  auto viewer = open_viewer("hip", size, 1);
  if (viewer) open_lesson(viewer->state, read_lesson(find_lesson(name)));
  return viewer;
}

/// Lets the program do what the step says.
void do_step(ViewerState& state) {
  do_for_user(*state.lesson);
  for (int k = 0; k < 1000 && !state.lesson->to_do.empty(); ++k)
    advance(state, k_picture_time / state.playback.speed, [] { return 0.0; });
  REQUIRE(state.lesson->to_do.empty());
  CHECK(state.message == "");
}

LessonVerdict answered(ViewerState& state, const LessonAnswer& answer) {
  state.lesson->answer() = answer;
  take_answer(state);
  return state.lesson->answer().verdict;
}

/// The scene's figure answers the question, and nothing else does.
void answer_question(ViewerState& state, const LessonQuestion& question) {
  const double figure = value_of(state.lesson->lesson, question.figure, *state.world);
  INFO(question.text << " " << figure);
  CHECK(figure > question.low);
  CHECK(figure < question.high);
  if (question.choices.empty()) {
    for (const double off : {-3.0, -1.01, 1.01, 3.0})
      CHECK(answered(state, {.typed = figure + off * question.within}) == LessonVerdict::wrong);
    for (const double off : {-0.99, 0.99, 0.0})
      CHECK(answered(state, {.typed = figure + off * question.within}) == LessonVerdict::right);
    return;
  }
  int right = -1;
  for (int i = 0; i < static_cast<int>(question.choices.size()); ++i) {
    const LessonVerdict verdict = answered(state, {.chosen = i});
    if (verdict == LessonVerdict::right) {
      CHECK(right == -1);
      right = i;
    } else {
      CHECK(verdict == LessonVerdict::wrong);
    }
  }
  REQUIRE(right >= 0);
  CHECK(answered(state, {.chosen = right}) == LessonVerdict::right);
}

/// What the user reads in a step has all its figures, in the window too.
void check_is_readable(const Viewer& viewer) {
  const std::string shown = viewer.state.lesson->current().title;
  INFO(shown);
  CHECK(viewer.layout().timeline.height > 0);
  for (const int figure : viewer.state.lesson->current().figures)
    CHECK(std::isfinite(value_of(viewer.state.lesson->lesson, figure, *viewer.state.world)));
}

void try_lesson(const std::string& name) {
  const auto viewer = open_lesson_named(name);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const int steps = static_cast<int>(state.lesson->lesson.steps.size());
  std::vector<LessonAction> done;
  for (int step = 0; step < steps; ++step) {
    state.lesson->step = step;
    INFO(state.lesson->current().title);
    const auto& question = state.lesson->current().question;
    if (!question) continue;
    const LessonAnswer guess{.typed = 0.5 * (question->low + question->high), .chosen = 0};
    if (done != state.lesson->current().actions) {
      restart_lesson(state);
      CHECK(answered(state, guess) == LessonVerdict::not_ready);
      do_step(state);
      done = state.lesson->current().actions;
    }
    answer_question(state, *question);
    viewer->lay_out(1);
    check_is_readable(*viewer);
  }
  CHECK(count_right(*state.lesson) == count_questions(*state.lesson));
  CHECK(count_questions(*state.lesson) >= 3);
}

}  // namespace

TEST_CASE("lessons: roll-back of the femur, to its end", "[lessons]") { try_lesson("roll_back"); }
TEST_CASE("lessons: what the cruciates do, to its end", "[lessons]") { try_lesson("cruciates"); }
TEST_CASE("lessons: varus and edge loading, to its end", "[lessons]") { try_lesson("varus"); }
TEST_CASE("lessons: springs, a layer and Hertz, to its end", "[lessons]") {
  try_lesson("springs_and_layer");
}
TEST_CASE("lessons: friction and stiction, to its end", "[lessons]") { try_lesson("friction"); }
TEST_CASE("lessons: the time step, to its end", "[lessons]") { try_lesson("time_step"); }

TEST_CASE("lessons: all that ship are tried, and are numbered in a row", "[lessons]") {
  const std::set<std::string> tried = {"cruciates",         "friction",  "roll_back",
                                       "springs_and_layer", "time_step", "varus"};
  std::set<std::string> shipped;
  int number = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    CHECK(lesson.number == ++number);
    shipped.insert(lesson.file.stem().string());
  }
  CHECK(shipped == tried);
}

TEST_CASE("lessons: the numbers of the whole knee that the lesson of the cruciates states",
          "[lessons]") {
  const auto viewer = open_lesson_named("cruciates");
  if (!viewer) return;
  ViewerState& state = viewer->state;
  do_for_user(*state.lesson);
  state.lesson->to_do.back().number = 4.95;
  for (int k = 0; k < 1000 && !state.lesson->to_do.empty(); ++k)
    advance(state, k_picture_time, [] { return 0.0; });
  const auto named = [&](const std::string& name) {
    const auto& figures = state.lesson->lesson.figures;
    const auto found = std::ranges::find(figures, name, &LessonFigure::name);
    return value_of(state.lesson->lesson, static_cast<int>(found - figures.begin()), *state.world);
  };
  CHECK(named("forward shift") == Approx(3.43).margin(0.01));
  CHECK(named("backward shift") == Approx(2).margin(0.1));
  CHECK(std::abs(named("more than the whole knee")) < 0.01);
}

TEST_CASE("lessons: what the program does for the user can be undone", "[lessons]") {
  const auto viewer = open_lesson_named("cruciates");
  if (!viewer) return;
  ViewerState& state = viewer->state;
  state.lesson->step = 1;  // cuts the anterior cruciate, two strands
  do_step(state);
  CHECK(state.world->strands()[0].is_cut);
  CHECK(state.world->strands()[1].is_cut);
  CHECK_FALSE(state.world->strands()[2].is_cut);
  state.undo.undo(*state.world);
  CHECK_FALSE(state.world->strands()[0].is_cut);
  state.undo.redo(*state.world);
  do_for_user(*state.lesson);
  state.lesson->to_do = {{.kind = LessonAction::Kind::defaults}};
  go_on_with_lesson(state);
  CHECK_FALSE(state.world->strands()[1].is_cut);
}

TEST_CASE("lessons: in a small window or at 192 dpi no text of a lesson is cut", "[lessons]") {
  const auto viewer = open_lesson_named(GENERATE("time_step", "varus"));
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (const auto& [size, scale] :
       {std::pair(ViewSize{900, 600}, 1.0), std::pair(ViewSize{900, 600}, 2.0),
        std::pair(ViewSize{3840, 2160}, 2.0)}) {
    INFO(size.width << "x" << size.height << " at " << scale);
    viewer->open_window(size, scale);
    state.settings = {};
    for (std::size_t step = 0; step < state.lesson->lesson.steps.size(); ++step) {
      state.lesson->step = static_cast<int>(step);
      INFO(state.lesson->current().title);
      for (const LessonVerdict verdict : {LessonVerdict::right, LessonVerdict::wrong}) {
        state.lesson->answer().verdict = verdict;
        viewer->lay_out();
        const ImGuiWindow* panel = ImGui::FindWindowByName("lesson");
        REQUIRE(panel);
        const float room = panel->InnerRect.GetWidth() - 2 * panel->WindowPadding.x;
        CHECK(panel->ContentSize.x <= room + 1);
        CHECK(contains(viewer->layout().timeline,
                       {panel->Pos.x, panel->Pos.y, panel->Size.x, panel->Size.y}));
        CHECK(static_cast<double>(viewer->layout().scene.height) > 0.45 * size.height);
      }
    }
  }
}

TEST_CASE("lessons: another scene ends the lesson, its own does not", "[lessons]") {
  const auto viewer = open_lesson_named("varus");
  if (!viewer) return;
  ViewerState& state = viewer->state;
  CHECK(lesson_of(state));
  restart_lesson(state);
  CHECK(lesson_of(state));
  viewer->lay_out();
  CHECK(viewer->layout().timeline.height > 0);
  open_scene(state, find_scene("hip"));
  CHECK_FALSE(lesson_of(state));
  viewer->lay_out();
  CHECK(viewer->layout().timeline.height == 0);
  CHECK(state.world->watched().empty());
}

namespace {

std::string lesson_text_with(const std::string& figures, const std::string& steps,
                             const std::string& more = "") {
  return R"({"condyle_lesson": 1, "number": 1, "title": "a", "summary": "b", "scene": "hip",)" +
         more + R"("figures": [)" + figures + R"(], "steps": [)" + steps + "]}";
}

std::string message_of(const std::string& text) try {
  parse_lesson(text, "mine.json");
  return "";
} catch (const InputError& error) {
  return error.what();
}

constexpr const char* k_force = R"({"name": "force", "quantity": "force", "of": "socket_head"})";
constexpr const char* k_bare_step = R"({"title": "t", "text": "x"})";

}  // namespace

TEST_CASE("lessons: mistakes in a file are told with file and place", "[lessons]") {
  using Case = std::pair<std::string, std::vector<std::string>>;
  const auto step = [](const std::string& more) {
    return R"({"title": "t", "text": "x", )" + more + "}";
  };
  const auto question = [&](const std::string& more) {
    return lesson_text_with(
        k_force, step(R"("question": {"text": "q", "right": "r", "wrong": "w", )" + more + "}"));
  };
  const std::vector<Case> cases = {
      {"{", {"mine.json", "line 1"}},
      {"{}", {"mine.json", "condyle_lesson", "a lesson begins with"}},
      {lesson_text_with("", ""), {"steps", "at least one step"}},
      {lesson_text_with("", k_bare_step, R"("colour": 1, )"), {"unknown key 'colour'"}},
      {lesson_text_with("", step(R"("tri": [])")), {"steps[0]", "'tri'", "did you mean 'try'"}},
      {lesson_text_with("", k_bare_step, R"("settings": {"at_end": "never"}, )"),
       {"settings.at_end", "\"never\"", "'stop'"}},
      {lesson_text_with(R"({"name": "f", "quantity": "colour", "of": "x"})", k_bare_step),
       {"figures[0].quantity", "\"colour\""}},
      {lesson_text_with(R"({"name": "f", "difference": ["g", 1]})", k_bare_step),
       {"figures[0].difference[0]", "no figure above"}},
      {lesson_text_with(R"({"name": "f", "ratio": [1]})", k_bare_step),
       {"figures[0].ratio", "two figures or numbers"}},
      {lesson_text_with(k_force, step(R"("figures": ["forces"])")),
       {"steps[0].figures[0]", "did you mean 'force'"}},
      {question(R"("figure": "force", "between": [2, 1], "within": 1)"),
       {"steps[0].question.between", "the lower first"}},
      {question(R"("figure": "force", "between": [1, 2], "within": 0)"), {"within", "> 0"}},
      {question(R"("figure": "force", "between": [1, 2], "choices": [
          {"text": "a", "between": [0, 1.5]}, {"text": "b", "between": [1.4, 3]}])"),
       {"question.choices", "'a' and 'b' would both be right at 1.4"}},
      {question(R"("figure": "force", "between": [1, 2], "choices": [
          {"text": "a", "between": [0, 1.5]}, {"text": "b", "between": [1.5, 3]}])"),
       {"question.choices", "none of the choices holds"}},
      {lesson_text_with("", step(R"("actions": ["cut"])")),
       {"steps[0].actions[0]", "needs a value"}},
      {lesson_text_with("", step(R"("actions": [{"defaults": 1}])")), {"actions[0]", "no value"}},
      {lesson_text_with("", step(R"("actions": [{"rate": 0}])")), {"actions[0].rate"}},
  };
  for (const auto& [text, parts] : cases) {
    const std::string message = message_of(text);
    INFO(text << "\n" << message);
    CHECK(message.starts_with("mine.json"));
    for (const std::string& part : parts) CHECK_THAT(message, Catch::Contains(part));
  }
  CHECK(message_of(lesson_text_with("", k_bare_step)) == "");
  CHECK_THROWS_WITH(find_lesson("cruciate"), Catch::Contains("did you mean 'cruciates'"));
}

TEST_CASE("lessons: what a lesson names and its scene lacks is refused when it opens",
          "[lessons]") {
  const auto viewer = open_viewer("ball_on_plate", {900, 600}, 1);
  if (!viewer) return;
  const auto open = [&](const std::string& figure, const std::string& action) {
    const std::string step = R"({"title": "t", "text": "x", "actions": [)" + action + "]}";
    open_lesson(viewer->state, parse_lesson(lesson_text_with(figure, step), "mine.json"));
  };
  CHECK_THROWS_WITH(open(R"({"name": "f", "quantity": "force", "of": "socket"})", ""),
                    Catch::StartsWith("mine.json") && Catch::Contains("'socket'"));
  CHECK_THROWS_WITH(
      open(k_force, R"({"cut": "ACL"})"),
      Catch::StartsWith("mine.json: steps[0].actions[0]") && Catch::Contains("no ligament 'ACL'"));
  CHECK_THROWS_WITH(open(k_force, R"({"friction": {"contact": "socket_head", "set": "mu=1"}})"),
                    Catch::StartsWith("mine.json: steps[0].actions[0]") && Catch::Contains("'mu'"));
  CHECK(viewer->state.world->scene().file.stem() == "ball_on_plate");  // it stays
  open(k_force, R"({"load": 2})");
  CHECK(viewer->state.world->scene().file.stem() == "hip");
}

}  // namespace condyle::test::lesson_tests
