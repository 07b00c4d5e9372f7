#include "view/lesson_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "condyle/error.h"
#include "contact/setting_text.h"
#include "view/opened_files.h"
#include "view/viewer_state.h"

namespace condyle {
namespace {

using ActionKind = LessonAction::Kind;

std::vector<scene::ShownAgainst> measured_figures(const Lesson& lesson) {
  std::vector<scene::ShownAgainst> measured;
  for (const LessonFigure& figure : lesson.figures)
    if (figure.kind == LessonFigure::Kind::measured) measured.push_back(figure.measured);
  return measured;
}

// ---- actions

int lesson_contact(const ShownWorld& world, const std::string& name) {
  const auto contact = std::ranges::find(world.contacts(), name, &WorldContact::name);
  if (contact == world.contacts().end())
    throw InputError(fmt::format("the scene has no contact '{}'", name));
  return static_cast<int>(contact - world.contacts().begin());
}

/// The strands of a ligament, or one strand.
std::vector<int> lesson_strands(const ShownWorld& world, const std::string& name) {
  for (const StrandGroup& group : strand_groups(world.strands()))
    if (group.name == name) return group.strands;
  const auto strand = std::ranges::find(world.strands(), name, &WorldStrand::name);
  if (strand == world.strands().end())
    throw InputError(fmt::format("the scene has no ligament '{}'", name));
  return {static_cast<int>(strand - world.strands().begin())};
}

/// Whether the action changes parameters; then changes them.
bool change_by(const LessonAction& action, const ShownWorld& world, const Parameters& defaults,
               Parameters& parameters) {
  switch (action.kind) {
    case ActionKind::defaults:
      take_defaults(defaults, parameters);
      return true;
    case ActionKind::cut:
      for (const int strand : lesson_strands(world, action.of))
        parameters.strands[strand].is_cut = true;
      return true;
    case ActionKind::friction:
      set_by_assignments(scene::friction_settings(),
                         parameters.contacts[lesson_contact(world, action.of)].settings.friction,
                         action.text, "friction");
      return true;
    case ActionKind::layer:
      set_by_assignments(scene::layer_settings(),
                         parameters.contacts[lesson_contact(world, action.of)].layers[0],
                         action.text, "layer");
      return true;
    case ActionKind::load:
      parameters.load_factor = action.number;
      return true;
    default:
      return false;
  }
}

/// As the panels do it, so that the user can undo it.
bool edit_for_user(ViewerState& state, const LessonAction& action) {
  const Parameters before = parameters_of(*state.world);
  Parameters edited = before;
  if (!change_by(action, *state.world, state.defaults, edited)) return false;
  try {
    apply(edited, *state.world);
  } catch (const InputError&) {
    apply(before, *state.world);
    throw;
  }
  parameters_changed(state);
  state.undo.track(before, true, false);
  return true;
}

double first_rate(const Lesson& lesson, const scene::Scene& scene) {
  return lesson.settings.rate.value_or(scene.rate);
}

/// Whether the action is done; if not, it goes on in the next frame.
bool go_on_with(ViewerState& state, const LessonRun& run, const LessonAction& action) {
  edit_for_user(state, action);
  switch (action.kind) {
    case ActionKind::defaults:
      state.playback.rate = first_rate(run.lesson, state.world->scene());
      return true;
    case ActionKind::rate:
      state.playback.rate = action.number;
      return true;
    case ActionKind::start_again:
      reset(state);
      return true;
    case ActionKind::run_until: {
      const bool is_there = state.live->is_up_to_date() && !state.world->is_settling() &&
                            state.world->time() >= action.number - 0.5 / state.playback.rate;
      state.playback.playing = !is_there;
      return is_there;
    }
    default:
      return true;
  }
}

/// Refuses a lesson whose actions name what the scene lacks, or change it to what it refuses.
void check_actions(const Lesson& lesson, const ShownWorld& world) {
  const Parameters defaults = parameters_of(world);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    for (std::size_t k = 0; k < lesson.steps[i].actions.size(); ++k) try {
        Parameters changed = defaults;
        change_by(lesson.steps[i].actions[k], world, defaults, changed);
      } catch (const InputError& error) {
        throw InputError(
            fmt::format("{}: steps[{}].actions[{}]: {}", lesson.file.string(), i, k, error.what()));
      }
  }
}

std::unique_ptr<SceneWorld> lesson_world(const ViewerState& state, const Lesson& lesson) try {
  scene::Scene scene = read_to_view(lesson.scene);
  if (!libraries_of(scene).empty()) load_user_functions(scene, state.library_use(scene));
  auto world = std::make_unique<SceneWorld>(std::move(scene), nullptr, state.engine);
  world->watch(measured_figures(lesson));
  check_actions(lesson, *world);
  return world;
} catch (const InputError& error) {
  const std::string file = lesson.file.string();
  if (std::string(error.what()).starts_with(file)) throw;
  throw InputError(fmt::format("{}: its scene: {}", file, error.what()));
}

void open_scene_of(ViewerState& state, const Lesson& lesson) {
  open_live(state, lesson_world(state, lesson));
  const LessonSettings& settings = lesson.settings;
  state.playback.speed = settings.speed;
  state.playback.rate = first_rate(lesson, state.world->scene());
  state.playback.at_end = settings.at_end;
  state.playback.playing = true;
  state.view.field = settings.field;
  state.view.labels = {.regions = settings.names, .ligaments = settings.names};
}

}  // namespace

void open_lesson(ViewerState& state, Lesson lesson) {
  open_scene_of(state, lesson);
  auto run = std::make_shared<LessonRun>();
  run->answers.resize(lesson.steps.size());
  run->lesson = std::move(lesson);
  state.lesson = std::move(run);
}

const LessonRun* lesson_of(const ViewerState& state) {
  if (!state.lesson || !state.live) return nullptr;
  const Lesson& lesson = state.lesson->lesson;
  const bool is_shown = state.world->scene().file == lesson.scene &&
                        state.world->watched().size() == measured_figures(lesson).size();
  return is_shown ? state.lesson.get() : nullptr;
}

LessonRun* lesson_of(ViewerState& state) {
  return lesson_of(std::as_const(state)) ? state.lesson.get() : nullptr;
}

void restart_lesson(ViewerState& state) {
  state.lesson->to_do.clear();
  open_scene_of(state, state.lesson->lesson);
}

void do_for_user(LessonRun& run) {
  run.to_do.assign(run.current().actions.begin(), run.current().actions.end());
}

void go_on_with_lesson(ViewerState& state) {
  LessonRun* run = lesson_of(state);
  if (!run) return;
  try {
    while (!run->to_do.empty() && go_on_with(state, *run, run->to_do.front()))
      run->to_do.pop_front();
  } catch (const InputError& error) {
    run->to_do.clear();
    say(state, error.what());
  }
}

double value_of(const Lesson& lesson, int index, const ShownWorld& world) {
  const LessonFigure& figure = lesson.figures[index];
  if (figure.kind == LessonFigure::Kind::measured) {
    const auto reading = std::ranges::find(world.watched(), figure.name, &Reading::name);
    return reading == world.watched().end() ? std::numeric_limits<double>::quiet_NaN()
                                            : reading->value;
  }
  const auto term = [&](const LessonFigure::Term& term) {
    const int* of = std::get_if<int>(&term);
    return of ? value_of(lesson, *of, world) : std::get<double>(term);
  };
  const double a = term(figure.terms[0]), b = term(figure.terms[1]);
  return figure.kind == LessonFigure::Kind::ratio ? a / b : a - b;
}

std::string unit_of(const Lesson& lesson, int index, const ShownWorld& world) {
  const LessonFigure& figure = lesson.figures[index];
  if (figure.kind != LessonFigure::Kind::measured) return figure.unit;
  const auto reading = std::ranges::find(world.watched(), figure.name, &Reading::name);
  return reading == world.watched().end() ? "" : reading->unit;
}

LessonVerdict judge(const LessonQuestion& question, double figure, const LessonAnswer& answer) {
  if (!(figure >= question.low && figure <= question.high)) return LessonVerdict::not_ready;
  if (question.choices.empty())
    return std::abs(answer.typed - figure) <= question.within ? LessonVerdict::right
                                                              : LessonVerdict::wrong;
  if (answer.chosen < 0) return LessonVerdict::none;
  const LessonChoice& choice = question.choices[answer.chosen];
  return figure >= choice.low && figure <= choice.high ? LessonVerdict::right
                                                       : LessonVerdict::wrong;
}

void take_answer(ViewerState& state) {
  LessonRun& run = *state.lesson;
  const LessonQuestion& question = *run.current().question;
  LessonAnswer& answer = run.answer();
  answer.figure = value_of(run.lesson, question.figure, *state.world);
  answer.verdict = judge(question, answer.figure, answer);
}

int count_questions(const LessonRun& run) {
  return static_cast<int>(std::ranges::count_if(
      run.lesson.steps, [](const LessonStep& step) { return step.question.has_value(); }));
}

int count_right(const LessonRun& run) {
  return static_cast<int>(
      std::ranges::count(run.answers, LessonVerdict::right, &LessonAnswer::verdict));
}

}  // namespace condyle
