#pragma once

#include <string>
#include <string_view>

namespace condyle {

/// Whether somebody can be asked: whether standard input and standard error are terminals.
bool can_ask();

/// The line that is given to a question, without spaces around it; empty at the end of the input.
std::string answer_to(std::string_view question);

}  // namespace condyle
