#pragma once

#include <deque>
#include <string>
#include <vector>

#include "view/lesson.h"

namespace condyle {

struct ViewerState;

/// What an answer is.
enum class LessonVerdict {
  none,  ///< nothing was answered
  right,
  wrong,
  not_ready,  ///< the scene is not in the state of the question
};

/// The user's answer to the question of a step.
struct LessonAnswer {
  double typed = 0;
  int chosen = -1;
  LessonVerdict verdict = LessonVerdict::none;
  double figure = 0;  ///< of the scene when the answer was given
};

/// A lesson in the viewer.
struct LessonRun {
  Lesson lesson;
  int step = 0;
  std::vector<LessonAnswer> answers;  ///< per step
  std::deque<LessonAction> to_do;     ///< what the program still does for the user

  const LessonStep& current() const { return lesson.steps[step]; }
  LessonAnswer& answer() { return answers[step]; }
};

/// Opens the scene of a lesson with its settings, and shows the first step. Throws InputError, also
/// if the scene lacks what the lesson names; the current scene then stays.
void open_lesson(ViewerState& state, Lesson lesson);

/// The lesson, if its scene is still the one that is shown; else null.
LessonRun* lesson_of(ViewerState& state);
const LessonRun* lesson_of(const ViewerState& state);

/// Opens the scene anew, with the lesson's settings; the step and the answers stay.
void restart_lesson(ViewerState& state);

/// Does the step's actions for the user from now on.
void do_for_user(LessonRun& run);

/// Goes on with these actions; call it once per frame. A message tells if one fails.
void go_on_with_lesson(ViewerState& state);

/// The figure of this index as the scene has it now, NaN while it is not known, and its unit.
double value_of(const Lesson& lesson, int index, const ShownWorld& world);
std::string unit_of(const Lesson& lesson, int index, const ShownWorld& world);

/// Judges an answer to the question where its figure is `figure`.
LessonVerdict judge(const LessonQuestion& question, double figure, const LessonAnswer& answer);

/// Takes the answer of the current step, and judges it by the scene as it is now.
void take_answer(ViewerState& state);

/// The number of questions, and of those that were answered right.
int count_questions(const LessonRun& run);
int count_right(const LessonRun& run);

}  // namespace condyle
