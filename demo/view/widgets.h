#pragma once

#include <span>
#include <string>

namespace condyle {

/// A heading above a group of widgets.
void heading(const std::string& title);

/// Fainter than other text; it wraps where it is too long.
void faint_text(const std::string& text);

/// Two columns, label and field, for the rows below; end_rows() ends them.
bool begin_rows(const char* id);
void end_rows();

/// Starts a row: prints the label and leaves the field column to the next widget, as wide as it is.
void row(const std::string& label, const std::string& hint = "");

/// How a number is shown and between which values (SI) the slider runs. Ctrl+click types a value,
/// which is held in that range.
struct NumberRange {
  double low = 0, high = 1;
  double unit = 1;              ///< SI value of one unit shown
  const char* format = "%.3g";  ///< with the unit's name
  bool logarithmic = false;
};

/// The value that a field takes over: what was typed or dragged to (in the unit shown), held in the
/// range; `before` where that is no number.
double accepted(double typed, double before, const NumberRange& range);

/// "0.1 to 50 mm": what the field's hint says.
std::string range_text(const NumberRange& range);

/// A slider for an SI value, as wide as the column; `id` tells it from others. True when it
/// changed.
bool number_field(const std::string& id, double& value, const NumberRange& range);

/// The same in a row of its own.
bool number_row(const std::string& label, double& value, const NumberRange& range,
                const std::string& hint = "");

/// A row with two choices side by side. True when it changed.
bool choice_row(const std::string& label, bool& second, const char* first_name,
                const char* second_name, const std::string& hint = "");

/// A row with a list of words to choose from; the word "user", which names code of the user's, can
/// be left but not chosen. True when it changed.
bool combo_row(const std::string& label, int& chosen, std::span<const std::string> words,
               const std::string& hint = "");

/// A row of text.
void text_row(const std::string& label, const std::string& value);

}  // namespace condyle
