#include "base/run_origin.h"

#include <filesystem>
#include <system_error>

namespace condyle {
namespace {

RunOrigin origin_of_run;

/// A word as a shell takes it.
std::string quoted_word(const std::string& word) {
  if (word.find_first_of(" '\"$()&;<>|*?[]{}#~`\\!\t\n") == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

void set_run_origin(const std::string& program, const std::vector<std::string>& words) {
  origin_of_run.program = program;
  origin_of_run.command = "condyle";
  for (std::size_t i = 1; i < words.size(); ++i)
    origin_of_run.command += " " + quoted_word(words[i]);
  std::error_code ignored;
  origin_of_run.folder = std::filesystem::current_path(ignored).string();
}

const RunOrigin& run_origin() { return origin_of_run; }

}  // namespace condyle
