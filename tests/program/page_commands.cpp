#include "page_commands.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <regex>
#include <sstream>

namespace condyle::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

const std::regex k_number(R"([-+]?\d+(\.\d+)?([eE][-+]?\d+)?)");

/// Whether the words are equal up to the rounding of numbers.
bool are_alike(const std::string& word, const std::string& quoted) {
  if (word == quoted) return true;
  if (std::regex_replace(word, k_number, "#") != std::regex_replace(quoted, k_number, "#"))
    return false;
  constexpr double k_rounding = 5e-3;
  std::sregex_iterator a(word.begin(), word.end(), k_number);
  std::sregex_iterator b(quoted.begin(), quoted.end(), k_number);
  for (; a != std::sregex_iterator() && b != std::sregex_iterator(); ++a, ++b) {
    const double wanted = std::stod(b->str());
    if (std::abs(std::stod(a->str()) - wanted) > k_rounding * std::abs(wanted)) return false;
  }
  return true;
}

bool lines_are_alike(const std::string& line, const std::string& quoted) {
  const std::vector<std::string> words = words_of(line), wanted = words_of(quoted);
  return std::equal(words.begin(), words.end(), wanted.begin(), wanted.end(), are_alike);
}

}  // namespace

std::string page_text(const std::string& name) {
  return file_content(fs::path(CONDYLE_SOURCE_DIR) / "docs" / name);
}

std::vector<PageBlock> blocks_of(const std::string& page) {
  std::vector<PageBlock> blocks;
  bool is_inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```")) {
      is_inside = !is_inside;
      if (is_inside) blocks.push_back({line.substr(3), ""});
    } else if (is_inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

bool draws(const PageBlock& block) { return contains(block.text, "condyle view"); }

bool holds_quoted(const std::string& output, const std::string& quoted) {
  const std::vector<std::string> lines = lines_of(output);
  std::size_t next = 0;
  bool may_skip = true;
  for (const std::string& wanted : lines_of(quoted)) {
    if (wanted == "...") {
      may_skip = true;
      continue;
    }
    while (may_skip && next < lines.size() && !lines_are_alike(lines[next], wanted)) ++next;
    if (next == lines.size() || !lines_are_alike(lines[next], wanted)) return false;
    ++next;
    may_skip = false;
  }
  return true;
}

std::string without_numbers(const std::string& text) {
  std::string joined;
  for (const std::string& word : words_of(text)) joined += (joined.empty() ? "" : " ") + word;
  return std::regex_replace(joined, k_number, "#");
}

ReaderFolder::ReaderFolder() {
  fs::create_directories(folder_ / "out/tutorial");
  fs::create_directories(folder_ / "build");
  const fs::path program = CONDYLE_PROGRAM;
  fs::create_directory_symlink(program.parent_path().parent_path(), folder_ / "build/release");
}

ProgramRun ReaderFolder::run(const std::string& commands) const {
  return run_on_display("unset DISPLAY WAYLAND_DISPLAY\n" + commands);
}

ProgramRun ReaderFolder::run_on_display(const std::string& commands) const {
  folder_.write("commands.sh", commands);
  const std::string folder = (folder_ / "").string();
  const std::string command = fmt::format(
      "cd '{0}out/tutorial' && PATH=\"{0}build/release/demo:$PATH\" XDG_CONFIG_HOME='{0}config' "
      "sh -e '{0}commands.sh' >'{0}printed' 2>'{0}warned'",
      folder);
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(folder_ / "printed"),
          file_content(folder_ / "warned")};
}

}  // namespace condyle::test
