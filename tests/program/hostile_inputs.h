#pragma once

#include <string>
#include <vector>

#include "program/child_process.h"
#include "support/swinging_knee.h"

namespace condyle::test {

/// A folder with an input for each command of the program, for tests in a hostile environment.
class HostileInputs {
 public:
  HostileInputs();

  std::string path(const std::string& name) const { return (folder() / name).string(); }
  std::filesystem::path operator/(const std::string& name) const { return folder() / name; }

  // Command lines, split into words. Results go to `out`, a folder or file in this folder.
  std::vector<std::string> simulate(const std::string& out, double seconds = 0.1,
                                    double rate = 100) const;
  std::vector<std::string> contact(const std::string& out,
                                   const std::string& poses = "poses.json") const;
  std::vector<std::string> analyze(const std::string& out) const;
  std::vector<std::string> convert(const std::string& out) const;
  std::vector<std::string> scale(const std::string& out) const;
  std::vector<std::string> geometry(const std::string& out,
                                    const std::string& queries = "queries.json") const;
  std::vector<std::string> repair(const std::string& out) const;

  /// A command line of each command that writes results, to `out`.
  std::vector<std::vector<std::string>> writers(const std::string& out) const;

  void write_poses(const std::string& name, int count) const;
  /// Queries for the geometry command.
  void write_queries(const std::string& name, int count) const;

  /// Names of unfinished files below `out`.
  std::vector<std::string> unfinished(const std::string& out = "") const;
  /// Waits until there is an unfinished file. Returns false if none appears.
  bool wait_for_unfinished(const std::string& out) const;

 private:
  std::filesystem::path folder() const { return knee_.folder / ""; }
  SwingingKnee knee_{10};
};

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more);

}  // namespace condyle::test
