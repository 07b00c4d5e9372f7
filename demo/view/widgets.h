#pragma once

#include <span>
#include <string>

#include "core/src/base/enum_words.h"

namespace condyle {

/// A heading above a group of widgets.
void heading(const std::string& title);

/// Text fainter than normal text; long text wraps.
void faint_text(const std::string& text);

/// Text beside the cursor, which may change in each picture: the box around it has the width of the
/// present text, where that of a tooltip has the width of the one before.
void tell_at_cursor(const std::string& text);

/// Begins rows of two columns, label and field; end_rows() ends them.
bool begin_rows(const char* id);
void end_rows();

/// Begins a row: prints the label and makes the next widget fill the field column.
void row(const std::string& label, const std::string& hint = "");

/// The format of a number and the range (SI) of its slider. Ctrl+click types a value, which is
/// clamped to the range.
struct SliderRange {
  double low = 0, high = 1;
  double unit = 1;              ///< SI value of one displayed unit
  const char* format = "%.3g";  ///< with the unit's name
  bool logarithmic = false;
};

/// The new SI value of a field: the typed or dragged value (in displayed units) clamped to the
/// range, or `before` if it is not a number.
double accepted(double typed, double before, const SliderRange& range);

/// The range as text for the field's hint, for example "0.1 to 50 mm".
std::string range_text(const SliderRange& range);

/// A slider for an SI value, as wide as the column; `id` must be unique. Returns whether the value
/// changed.
bool number_field(const std::string& id, double& value, const SliderRange& range);

/// A number_field() with a label in a row of its own.
bool number_row(const std::string& label, double& value, const SliderRange& range,
                const std::string& hint = "");

/// A row with two choices side by side. Returns whether the choice changed.
bool choice_row(const std::string& label, bool& second, const char* first_name,
                const char* second_name, const std::string& hint = "");

/// A row with a list of words to choose from. The word "user", which stands for the user's own
/// code, can be replaced but not chosen. Returns whether the choice changed.
bool combo_row(const std::string& label, int& chosen, std::span<const std::string> words,
               const std::string& hint = "");

/// A row with the words of an enumeration.
template <class Enum>
bool combo_row(const std::string& label, Enum& chosen, const std::string& hint = "") {
  int place = static_cast<int>(chosen);
  const bool has_changed = combo_row(label, place, words_of<Enum>(), hint);
  chosen = enumerator_at<Enum>(place);
  return has_changed;
}

/// A cell of a table, with its text at the right.
void right_aligned(const std::string& text);

/// A row of text.
void text_row(const std::string& label, const std::string& value);

}  // namespace condyle
