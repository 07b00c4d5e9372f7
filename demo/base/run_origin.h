#pragma once

#include <string>
#include <vector>

namespace condyle {

/// How results come about, as files and pages of results say it.
struct RunOrigin {
  std::string program;  ///< with its version; empty outside of the program, as in Python
  std::string command;  ///< what repeats it in a shell
  std::string folder;   ///< where it ran: relative paths in the command begin there
};

/// States it for this run of the program. `words` are those of its command line.
void set_run_origin(const std::string& program, const std::vector<std::string>& words);

const RunOrigin& run_origin();

}  // namespace condyle
