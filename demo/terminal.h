#pragma once

#include <fmt/core.h>

#include <string_view>
#include <type_traits>

#include "readable_text.h"

namespace condyle {

/// To be called before all else. Descriptors 0 to 2 that are closed are opened so that no file of
/// the program gets their numbers, and what is written to them fails as before; a write beyond a
/// limit on the size of files, or to a pipe that nobody reads, becomes an error instead of a
/// signal.
void prepare_terminal();

/// What all commands print with: to standard output. Nothing is thrown; finish_output() tells.
void print_text(std::string_view text);

/// To standard error, at once. What cannot be said there is lost.
void print_error_text(std::string_view text);

template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  print_text(fmt::format(format, std::forward<Args>(args)...));
}

/// What stands in a message: texts without control characters, others as they are.
template <class Part>
decltype(auto) message_part(const Part& part) {
  if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
    return readable_text(part);
  } else {
    return part;
  }
}

/// A message on standard error. Names in it may come from anywhere: nothing in them reaches the
/// terminal as a command, or begins a line.
template <class... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  print_error_text(
      fmt::vformat(fmt::string_view(format), fmt::make_format_args(message_part(args)...)));
}

/// Flushes standard output. False where something that was printed did not arrive, which it says on
/// standard error. A reader that closed its pipe, such as `head`, has what it wanted.
bool finish_output();

}  // namespace condyle
