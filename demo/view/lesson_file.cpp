#include "view/lesson_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/scene/src/json_node.h"
#include "core/src/base/enum_words.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

using scene::JsonNode;
using scene::JsonObject;

constexpr int k_lesson_format = 1;  // the value of "condyle_lesson"
constexpr int k_most_lessons = 1000;
constexpr int k_longest_name = 60, k_longest_text = 2000;
constexpr scene::NumberRange k_lesson_time{.min = 0, .max = 1e6};
constexpr scene::NumberRange k_lesson_rate{.min = k_least_rate, .max = k_most_rate};

using LessonFigures = std::vector<LessonFigure>;

std::string lesson_text(const JsonNode& node) { return node.text(1, k_longest_text); }

std::vector<std::string> lesson_texts(const JsonNode& node) {
  std::vector<std::string> texts;
  for (const JsonNode& item : node.items()) texts.push_back(lesson_text(item));
  return texts;
}

template <class Enum>
Enum lesson_word(const JsonNode& node) {
  return enumerator_at<Enum>(node.choice(words_of<Enum>()));
}

// ---- figures

int lesson_figure_named(const JsonNode& node, const LessonFigures& figures) {
  const std::string name = node.text();
  const auto found = std::ranges::find(figures, name, &LessonFigure::name);
  if (found != figures.end()) return static_cast<int>(found - figures.begin());
  std::vector<std::string> names;
  for (const LessonFigure& figure : figures) names.push_back(figure.name);
  node.fail("is no figure above" + scene::suggestion_and_names(name, names));
}

LessonFigure::Term lesson_term(const JsonNode& node, const LessonFigures& figures) {
  if (node.is_text()) return lesson_figure_named(node, figures);
  return node.number(scene::k_number);
}

void read_measured(JsonObject& object, LessonFigure& figure) {
  scene::ShownAgainst& measured = figure.measured;
  measured.name = figure.name;
  measured.quantity = lesson_word<scene::ShownQuantity>(object.required("quantity"));
  measured.of = object.required("of").text(1, k_longest_name);
  measured.region = object.text("region", "");
  if (const auto value = object.optional("value"))
    measured.value = lesson_word<scene::ShownValue>(*value);
  measured.from = object.number("from", measured.from, k_lesson_time);
  measured.until = object.number("until", measured.until, k_lesson_time);
}

void read_computed(JsonObject& object, const std::string& key, const LessonFigures& figures,
                   LessonFigure& figure) {
  const JsonNode terms = object.required(key);
  if (terms.items().size() != 2) terms.fail("must be a list of two figures or numbers");
  for (std::size_t i = 0; i < 2; ++i) figure.terms[i] = lesson_term(terms.item(i), figures);
  figure.unit = object.text("unit", "");
}

LessonFigure read_lesson_figure(const JsonNode& node, const LessonFigures& figures) {
  JsonObject object(node);
  LessonFigure figure;
  figure.name = object.required("name").text(1, k_longest_name);
  const std::array<std::string, 3> kinds{"quantity", "difference", "ratio"};
  const auto kind = static_cast<std::size_t>(object.exactly_one_of(kinds));
  if (kind == 0) {
    read_measured(object, figure);
  } else {
    figure.kind = kind == 1 ? LessonFigure::Kind::difference : LessonFigure::Kind::ratio;
    read_computed(object, kinds[kind], figures, figure);
  }
  object.reject_other_keys();
  return figure;
}

// ---- questions

void read_lesson_bounds(const JsonNode& node, double& low, double& high) {
  const std::vector<double> bounds = node.numbers(scene::k_number);
  if (bounds.size() != 2 || !(bounds[0] < bounds[1]))
    node.fail("must be a list of two numbers, the lower first");
  low = bounds[0];
  high = bounds[1];
}

LessonChoice read_lesson_choice(const JsonNode& node) {
  JsonObject object(node);
  LessonChoice choice;
  choice.text = lesson_text(object.required("text"));
  read_lesson_bounds(object.required("between"), choice.low, choice.high);
  object.reject_other_keys();
  return choice;
}

/// Whichever the figure is between the question's bounds, at most one of the choices is right, and
/// one can be.
void check_choices(const JsonNode& node, const LessonQuestion& question) {
  std::vector<LessonChoice> choices = question.choices;
  if (choices.size() < 2) node.fail("must have at least two choices");
  std::ranges::sort(choices, {}, &LessonChoice::low);
  for (std::size_t i = 1; i < choices.size(); ++i)
    if (choices[i].low < choices[i - 1].high)
      node.fail(fmt::format("'{}' and '{}' would both be right at {:g}", choices[i - 1].text,
                            choices[i].text, choices[i].low));
  const bool fits = std::ranges::any_of(choices, [&](const LessonChoice& choice) {
    return choice.low <= question.low && question.high <= choice.high;
  });
  if (!fits) node.fail("none of the choices holds all figures of 'between'");
}

LessonQuestion read_lesson_question(const JsonNode& node, const LessonFigures& figures) {
  JsonObject object(node);
  LessonQuestion question;
  question.text = lesson_text(object.required("text"));
  question.figure = lesson_figure_named(object.required("figure"), figures);
  read_lesson_bounds(object.required("between"), question.low, question.high);
  const std::array<std::string, 2> kinds{"choices", "within"};
  if (object.exactly_one_of(kinds) == 0) {
    const JsonNode choices = object.required("choices");
    for (const JsonNode& item : choices.items())
      question.choices.push_back(read_lesson_choice(item));
    check_choices(choices, question);
  } else {
    question.within = object.required("within").number(scene::k_positive);
  }
  question.right = lesson_text(object.required("right"));
  question.wrong = lesson_text(object.required("wrong"));
  object.reject_other_keys();
  return question;
}

// ---- actions

LessonAction named_action(const JsonNode& node, LessonAction action) {
  JsonObject object(node);
  action.of = object.required("contact").text(1, k_longest_name);
  action.text = object.required("set").text(1, k_longest_name);
  object.reject_other_keys();
  return action;
}

LessonAction read_lesson_action(const JsonNode& node) {
  using Kind = LessonAction::Kind;
  if (node.is_text()) {
    const auto kind = lesson_word<Kind>(node);
    if (kind != Kind::defaults && kind != Kind::start_again)
      node.fail(fmt::format("needs a value: {{\"{}\": ..}}", word_of(kind)));
    return {.kind = kind};
  }
  JsonObject object(node);
  const std::vector<std::string>& words = words_of<Kind>();
  LessonAction action{.kind = enumerator_at<Kind>(object.exactly_one_of(words))};
  const JsonNode value = object.required(word_of(action.kind));
  object.reject_other_keys();
  switch (action.kind) {
    case Kind::cut:
      action.of = value.text(1, k_longest_name);
      return action;
    case Kind::friction:
    case Kind::layer:
      return named_action(value, action);
    case Kind::load:
      action.number = value.number(scene::k_non_negative);
      return action;
    case Kind::rate:
      action.number = value.number(k_lesson_rate);
      return action;
    case Kind::run_until:
      action.number = value.number(k_lesson_time);
      return action;
    default:
      node.fail(fmt::format("has no value: write \"{}\"", word_of(action.kind)));
  }
}

// ---- the lesson

LessonStep read_lesson_step(const JsonNode& node, const LessonFigures& figures) {
  JsonObject object(node);
  LessonStep step;
  step.title = object.required("title").text(1, k_longest_name);
  step.text = lesson_text(object.required("text"));
  if (const auto tasks = object.optional("try")) step.tasks = lesson_texts(*tasks);
  if (const auto actions = object.optional("actions"))
    for (const JsonNode& item : actions->items()) step.actions.push_back(read_lesson_action(item));
  if (const auto shown = object.optional("figures"))
    for (const JsonNode& item : shown->items())
      step.figures.push_back(lesson_figure_named(item, figures));
  if (const auto question = object.optional("question"))
    step.question = read_lesson_question(*question, figures);
  object.reject_other_keys();
  return step;
}

LessonSettings read_lesson_settings(const JsonNode& node) {
  JsonObject object(node);
  LessonSettings settings;
  settings.speed = object.number("speed", settings.speed, {.min = 1e-3, .max = 1e3});
  if (const auto rate = object.optional("rate")) settings.rate = rate->number(k_lesson_rate);
  if (const auto at_end = object.optional("at_end")) settings.at_end = lesson_word<AtEnd>(*at_end);
  if (const auto field = object.optional("field")) settings.field = lesson_word<Field>(*field);
  settings.names = object.boolean("names", settings.names);
  object.reject_other_keys();
  return settings;
}

/// A file beside the lesson, or else a shipped scene; as a path from the root.
std::filesystem::path scene_of(const JsonNode& node, const std::filesystem::path& lesson) try {
  const std::string name = lesson_text(node);
  const std::filesystem::path beside = lesson.parent_path() / name;
  std::error_code error;
  return std::filesystem::absolute(
             std::filesystem::is_regular_file(beside, error) ? beside : find_scene(name))
      .lexically_normal();
} catch (const InputError& error) {
  node.fail(error.what());
}

Lesson read_whole_lesson(const JsonNode& node, const std::filesystem::path& file) {
  JsonObject object(node);
  object.required("condyle_lesson", "; a lesson begins with \"condyle_lesson\": 1")
      .integer(k_lesson_format, k_lesson_format);
  Lesson lesson;
  lesson.file = file;
  lesson.number = object.required("number").integer(1, k_most_lessons);
  lesson.title = object.required("title").text(1, k_longest_name);
  lesson.summary = lesson_text(object.required("summary"));
  lesson.scene = scene_of(object.required("scene"), file);
  if (const auto settings = object.optional("settings"))
    lesson.settings = read_lesson_settings(*settings);
  if (const auto figures = object.optional("figures"))
    for (const JsonNode& item : figures->items())
      lesson.figures.push_back(read_lesson_figure(item, lesson.figures));
  const JsonNode steps = object.required("steps");
  for (const JsonNode& item : steps.items())
    lesson.steps.push_back(read_lesson_step(item, lesson.figures));
  if (lesson.steps.empty()) steps.fail("must have at least one step");
  object.reject_other_keys();
  return lesson;
}

std::vector<std::string> shipped_lesson_names() {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : shipped_lesson_files())
    names.push_back(file.stem().string());
  return names;
}

}  // namespace

Lesson read_lesson(const std::filesystem::path& file) {
  return read_whole_lesson(JsonNode::read(file), file);
}

Lesson parse_lesson(const std::string& text, const std::filesystem::path& file) {
  return read_whole_lesson(JsonNode::parse(text, file), file);
}

std::vector<std::filesystem::path> shipped_lesson_files() {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  const std::filesystem::path folder = shipped_scenes().parent_path() / "lessons";
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Lesson> shipped_lessons() {
  std::vector<Lesson> lessons;
  for (const std::filesystem::path& file : shipped_lesson_files())
    lessons.push_back(read_lesson(file));
  std::ranges::sort(lessons, {}, &Lesson::number);
  return lessons;
}

std::filesystem::path find_lesson(const std::string& path_or_name) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path_or_name, error)) return path_or_name;
  for (const std::filesystem::path& file : shipped_lesson_files())
    if (file.stem() == path_or_name) return file;
  throw InputError(fmt::format("{}: is neither a file nor a lesson{}", path_or_name,
                               scene::suggestion_and_names(path_or_name, shipped_lesson_names())));
}

}  // namespace condyle
