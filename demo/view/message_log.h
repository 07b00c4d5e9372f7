#pragma once

#include <array>
#include <deque>
#include <string>
#include <string_view>

namespace condyle {

enum class MessageKind { note, warning, error };
constexpr const char* word_of(MessageKind value) {
  switch (value) {
    case MessageKind::note:
      return "note";
    case MessageKind::warning:
      return "warning";
    case MessageKind::error:
      return "error";
  }
  return nullptr;
}

struct LoggedMessage {
  MessageKind kind = MessageKind::note;
  std::string clock;  ///< time of day, "14:03:27"
  std::string text;
};

/// What the program has said since it started, the latest last.
class MessageLog {
 public:
  void add(MessageKind kind, const std::string& text);
  /// Text for standard error, in pieces; each whole line is a warning.
  void add_printed(std::string_view text);
  void clear() { messages_.clear(); }

  const std::deque<LoggedMessage>& messages() const { return messages_; }

 private:
  std::deque<LoggedMessage> messages_;
  std::string unfinished_;  ///< a printed line without its end
};

/// The window that shows the log.
struct LogWindow {
  bool is_open = false;
  bool only_trouble = false;       ///< hides notes
  std::array<char, 200> filter{};  ///< shows lines that contain this
};

/// The lines that the window shows, each with its end.
std::string shown_lines(const LogWindow& window, const MessageLog& log);

/// One message as a line of text.
std::string line_of(const LoggedMessage& message);

}  // namespace condyle
