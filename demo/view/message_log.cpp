#include "view/message_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace condyle {
namespace {

constexpr std::size_t k_most_messages = 1000;
constexpr std::string_view k_program = "condyle: warning: ";
constexpr std::string_view k_clear_line = "\033[K";

std::string time_of_day() { return fmt::format("{:%H:%M:%S}", fmt::localtime(std::time(nullptr))); }

}  // namespace

void MessageLog::add(MessageKind kind, const std::string& text) {
  if (text.empty()) return;
  messages_.push_back({kind, time_of_day(), text});
  if (messages_.size() > k_most_messages) messages_.pop_front();
}

void MessageLog::add_printed(std::string_view text) {
  for (const char c : text) {
    if (c == '\r') unfinished_.clear();  // progress, which is written over
    if (c != '\n') {
      if (c != '\r') unfinished_ += c;
      continue;
    }
    if (unfinished_.starts_with(k_clear_line)) unfinished_.erase(0, k_clear_line.size());
    const bool is_warning = unfinished_.starts_with(k_program);
    add(MessageKind::warning, is_warning ? unfinished_.substr(k_program.size()) : unfinished_);
    unfinished_.clear();
  }
}

std::string line_of(const LoggedMessage& message) {
  return fmt::format("{} {}: {}", message.clock, word_of(message.kind), message.text);
}

}  // namespace condyle
