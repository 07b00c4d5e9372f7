// The lesson below the scene: what to read and to try, figures of the scene, and a question.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "base/figure_text.h"
#include "view/lesson_run.h"
#include "view/panels.h"
#include "view/theme.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// In text heights.
constexpr float k_lesson_height = 21, k_two_columns_from = 44, k_answer_width = 7;
constexpr float k_text_part = 0.52f;  // of two columns

constexpr ImGuiWindowFlags k_lesson_window =
    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoBringToFrontOnFocus |
    ImGuiWindowFlags_NoSavedSettings;

void lesson_line(const std::string& text) { ImGui::TextWrapped("%s", text.c_str()); }

bool button_if(const char* label, bool is_enabled) {
  ImGui::BeginDisabled(!is_enabled);
  const bool pressed = ImGui::Button(label);
  ImGui::EndDisabled();
  return pressed;
}

void go_to_step(LessonRun& run, int step) {
  run.to_do.clear();
  run.step = step;
}

/// Returns whether the user leaves the lesson.
bool lesson_buttons(ViewerState& state, LessonRun& run) {
  const int last = static_cast<int>(run.lesson.steps.size()) - 1;
  if (button_if("Back", run.step > 0)) go_to_step(run, run.step - 1);
  ImGui::SameLine();
  if (button_if("Next", run.step < last)) go_to_step(run, run.step + 1);
  ImGui::SameLine();
  if (ImGui::Button("Start again")) state.requests.restart_lesson = true;
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("the scene and all settings as at the start of the lesson");
  ImGui::SameLine();
  const bool leaves = ImGui::Button("Leave");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the scene stays; O shows all lessons");
  return leaves;
}

void lesson_text_part(LessonRun& run) {
  const LessonStep& step = run.current();
  lesson_line(step.text);
  for (const std::string& task : step.tasks) {
    ImGui::Bullet();
    lesson_line(task);
  }
  if (step.actions.empty()) return;
  if (run.to_do.empty()) {
    if (ImGui::Button("Do it for me")) do_for_user(run);
  } else if (ImGui::Button("Stop doing it")) {
    run.to_do.clear();
  }
}

std::string with_unit(double value, const std::string& unit) {
  return (std::isnan(value) ? "\xe2\x80\x93" : three_digits(value)) + (unit.empty() ? "" : " ") +
         unit;
}

void lesson_figures(const ViewerState& state, const LessonRun& run) {
  if (run.current().figures.empty() || !begin_rows("lesson figures")) return;
  for (const int figure : run.current().figures) {
    const double value = value_of(run.lesson, figure, *state.world);
    text_row(run.lesson.figures[figure].name,
             with_unit(value, unit_of(run.lesson, figure, *state.world)));
  }
  end_rows();
}

void choose_answer(const LessonQuestion& question, LessonAnswer& answer) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  for (int i = 0; i < static_cast<int>(question.choices.size()); ++i) {
    ImGui::PushID(i);
    const bool by_button = ImGui::RadioButton("##choice", answer.chosen == i);
    ImGui::SameLine();
    lesson_line(question.choices[i].text);
    if (by_button || ImGui::IsItemClicked()) {
      answer.chosen = i;
      answer.verdict = LessonVerdict::none;
    }
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
}

void type_answer(const std::string& unit, LessonAnswer& answer) {
  ImGui::SetNextItemWidth(k_answer_width * ImGui::GetFontSize());
  if (ImGui::InputDouble("##answer", &answer.typed, 0, 0, "%.4g"))
    answer.verdict = LessonVerdict::none;
  ImGui::SameLine();
  ImGui::TextUnformatted(unit.c_str());
  ImGui::SameLine();
}

std::string what_answer_is_told(const LessonQuestion& question, const LessonAnswer& answer,
                                const std::string& unit) {
  switch (answer.verdict) {
    case LessonVerdict::right:
      return "Right. " + question.right;
    case LessonVerdict::wrong:
      return "Not so. " + question.wrong;
    case LessonVerdict::not_ready:
      if (std::isnan(answer.figure))
        return "The scene does not tell yet: do what this step says, and let it run.";
      return fmt::format(
          "The scene gives {} now, so it is not as this step wants it: do what it "
          "says, or let the program do it.",
          with_unit(answer.figure, unit));
    case LessonVerdict::none:
      break;
  }
  return "";
}

void lesson_question(ViewerState& state, LessonRun& run) {
  if (!run.current().question) return;
  const LessonQuestion& question = *run.current().question;
  LessonAnswer& answer = run.answer();
  const std::string unit = unit_of(run.lesson, question.figure, *state.world);
  ImGui::Dummy({0, 0.3f * ImGui::GetFontSize()});
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted("Question");
  ImGui::PopFont();
  lesson_line(question.text);
  if (question.choices.empty())
    type_answer(unit, answer);
  else
    choose_answer(question, answer);
  if (button_if("Check", question.choices.empty() || answer.chosen >= 0)) take_answer(state);
  const std::string told = what_answer_is_told(question, answer, unit);
  if (told.empty()) return;
  ImGui::SameLine();
  ImGui::PushStyleColor(ImGuiCol_Text, answer.verdict == LessonVerdict::right
                                           ? theme_colors().right
                                           : theme_colors().warning);
  lesson_line(told);
  ImGui::PopStyleColor();
}

void lesson_results(const LessonRun& run) {
  if (run.step + 1 < static_cast<int>(run.lesson.steps.size())) return;
  faint_text(fmt::format("The end: {} of {} questions answered right.", count_right(run),
                         count_questions(run)));
}

void lesson_columns(ViewerState& state, LessonRun& run, float width) {
  const bool is_wide = width > k_two_columns_from * ImGui::GetFontSize();
  if (is_wide) {
    if (!ImGui::BeginTable("lesson columns", 2, ImGuiTableFlags_BordersInnerV)) return;
    ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch, k_text_part);
    ImGui::TableSetupColumn("question", ImGuiTableColumnFlags_WidthStretch, 1 - k_text_part);
    ImGui::TableNextColumn();
  }
  lesson_text_part(run);
  if (is_wide) ImGui::TableNextColumn();
  lesson_figures(state, run);
  lesson_question(state, run);
  lesson_results(run);
  if (is_wide) ImGui::EndTable();
}

}  // namespace

float lesson_height(const ViewerState& state) {
  return state.show_panels && lesson_of(state) ? k_lesson_height * ImGui::GetFontSize() : 0;
}

void lesson_panel(ViewerState& state, const ScreenArea& area) {
  LessonRun& run = *lesson_of(state);
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::Begin("lesson", nullptr, k_lesson_window);
  const bool leaves = lesson_buttons(state, run);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  faint_text(
      fmt::format("{}, step {} of {}", run.lesson.title, run.step + 1, run.lesson.steps.size()));
  ImGui::PushFont(fonts().title);
  lesson_line(run.current().title);
  ImGui::PopFont();
  lesson_columns(state, run, area.width);
  ImGui::End();
  if (leaves) state.lesson.reset();
}

}  // namespace condyle
