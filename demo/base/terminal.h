#pragma once

#include <fmt/core.h>

#include <functional>
#include <string_view>
#include <type_traits>

#include "base/readable_text.h"

namespace condyle {

/// Call this first in main(). Opens any closed descriptor among 0 to 2, so that no file of the
/// program gets its number; reading or writing it still fails. Turns the signals for exceeding the
/// file size limit and for writing to a pipe without a reader into errors.
void prepare_terminal();

/// Whether standard error is a terminal, on which a line of progress can be written over.
bool is_error_on_terminal();

/// Prints to standard output; all commands use this. Never throws; finish_output() reports errors.
void print_text(std::string_view text);

/// Prints to standard error without buffering. Errors are ignored.
void print_error_text(std::string_view text);

/// Hands each text for standard error to `take` too, in the thread that prints it; an empty one
/// ends that.
void follow_errors(std::function<void(std::string_view)> take);

template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  print_text(fmt::format(format, std::forward<Args>(args)...));
}

/// An argument of a message: strings are made readable (readable_text()), other values are passed
/// on.
template <class Part>
decltype(auto) message_part(const Part& part) {
  if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
    return readable_text(part);
  } else {
    return part;
  }
}

/// Prints a message to standard error. Names in it may come from untrusted sources, so control
/// characters in them are escaped: they cannot send commands to the terminal or start a new line.
template <class... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  print_error_text(
      fmt::vformat(fmt::string_view(format), fmt::make_format_args(message_part(args)...)));
}

/// Flushes standard output. Returns false, and prints a message to standard error, if some output
/// was lost. Output refused by a closed pipe, as by `head`, is not an error: the reader has what it
/// wanted.
bool finish_output();

}  // namespace condyle
