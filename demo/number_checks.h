#pragma once

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "core/scene/src/json_node.h"

namespace condyle {

/// Validators of an option's value. Unlike CLI11's own, they reject NaN and infinity.
CLI::Validator finite_number();
CLI::Validator finite_positive();
CLI::Validator finite_between(double least, double most);

/// Accepts finite numbers in the range.
CLI::Validator number_in_range(const scene::NumberRange& range);

/// Accepts whole numbers above 0.
CLI::Validator whole_positive();

/// Accepts whole numbers from `least` to `most`.
CLI::Validator whole_between(int least, int most);

/// The finite numbers in a text such as "1:2" or "1,2,3"; empty if the text is malformed.
std::vector<double> numbers_in(std::string_view text, char separator);

}  // namespace condyle
