#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "condyle/scene/scene.h"
#include "view/playback.h"
#include "view/scene_view.h"

namespace condyle {

/// A figure of a lesson's scene: measured in it, or the difference or ratio of two others.
struct LessonFigure {
  using Term = std::variant<double, int>;  ///< a number, or the index of an earlier figure
  enum class Kind { measured, difference, ratio };

  std::string name, unit;  ///< unit: of a computed figure; empty: none
  Kind kind = Kind::measured;
  scene::ShownAgainst measured;
  std::array<Term, 2> terms;
};

/// One of the answers among which the user chooses: right if the figure lies between its bounds.
struct LessonChoice {
  std::string text;
  double low = 0, high = 0;
};

struct LessonQuestion {
  std::string text;
  int figure = 0;  ///< of which the answer tells
  /// The figure lies between these where the scene was brought into the state of the question.
  double low = 0, high = 0;
  std::vector<LessonChoice> choices;  ///< none: the user types the figure ...
  double within = 0;                  ///< ... to this much [the figure's unit]
  std::string right, wrong;           ///< what an answer is told
};

/// What the user can let the program do.
struct LessonAction {
  enum class Kind {
    defaults,     ///< all parameters and the step rate as at the lesson's start
    cut,          ///< the ligament or strand `of`
    friction,     ///< of contact `of`, by a text such as "mode=on"
    layer,        ///< of the casting side of contact `of`, by a text such as "h=0.05"
    load,         ///< a factor for all loads
    rate,         ///< [Hz]
    start_again,  ///< the scene, at time 0
    run_until,    ///< this time of the scene [s], then pause
  };
  Kind kind = Kind::defaults;
  std::string of, text;
  double number = 0;
  bool operator==(const LessonAction&) const = default;
};

/// The word of a kind of action in lessons.
constexpr const char* word_of(LessonAction::Kind value) {
  switch (value) {
    case LessonAction::Kind::defaults:
      return "defaults";
    case LessonAction::Kind::cut:
      return "cut";
    case LessonAction::Kind::friction:
      return "friction";
    case LessonAction::Kind::layer:
      return "layer";
    case LessonAction::Kind::load:
      return "load";
    case LessonAction::Kind::rate:
      return "rate";
    case LessonAction::Kind::start_again:
      return "start_again";
    case LessonAction::Kind::run_until:
      return "run_until";
  }
  return nullptr;
}

struct LessonStep {
  std::string title, text;
  std::vector<std::string> tasks;     ///< what to try
  std::vector<LessonAction> actions;  ///< that do it
  std::vector<int> figures;           ///< shown beside the text
  std::optional<LessonQuestion> question;
};

/// How the viewer is set when the lesson opens its scene.
struct LessonSettings {
  double speed = 1;
  std::optional<double> rate;  ///< [Hz]; none: the scene's
  AtEnd at_end = AtEnd::stop;
  Field field = Field::pressure;
  bool names = false;  ///< of strands and regions, in the scene
};

struct Lesson {
  std::filesystem::path file;
  int number = 0;  ///< its place among the lessons
  std::string title, summary;
  std::filesystem::path scene;
  LessonSettings settings;
  std::vector<LessonFigure> figures;
  std::vector<LessonStep> steps;
};

}  // namespace condyle
