#pragma once

#include <string>
#include <vector>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test {

/// A fenced block of a page of docs/: "sh" holds commands to run, "text" what they print.
struct PageBlock {
  std::string language, text;
};

/// The text of the page docs/NAME.
std::string page_text(const std::string& name);

/// The fenced blocks of a page, in order.
std::vector<PageBlock> blocks_of(const std::string& page);

/// Whether the block draws with the viewer, and so needs a display.
bool draws(const PageBlock& block);

/// Whether `output` holds the quoted lines in their order. A quoted line "..." stands for any
/// lines; others follow one another. Numbers may differ by half a percent, since compilers round
/// differently.
bool holds_quoted(const std::string& output, const std::string& quoted);

/// The text with each number replaced by '#' and with single spaces, to compare a quoted output
/// with the program's output for another model.
std::string without_numbers(const std::string& text);

/// A folder laid out like a built repository, in which a reader of a page types the page's
/// commands.
class ReaderFolder {
 public:
  ReaderFolder();

  /// Runs the commands in out/tutorial with the built program on the path and without a display.
  /// Stops at the first failure.
  ProgramRun run(const std::string& commands) const;
  /// The same with the display of the tests, if there is one.
  ProgramRun run_on_display(const std::string& commands) const;
  std::filesystem::path operator/(const std::string& name) const {
    return folder_ / ("out/tutorial/" + name);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace condyle::test
