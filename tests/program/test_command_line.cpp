// What the command line itself refuses or answers.
#include <catch2/catch.hpp>

#include "program/hostile_inputs.h"
#include "program/run_program.h"

namespace condyle::test::command_line_tests {

using Catch::Contains;

TEST_CASE("condyle --version says the version", "[program]") {
  const ProgramRun run = run_program("--version");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Matches("condyle [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_CASE("condyle: an unknown command is answered with those that there are", "[program]") {
  const ProgramRun foo = run_program("foo");
  CHECK(foo.exit_code == 2);
  CHECK_THAT(foo.errors, Contains("'foo' is not a command") &&
                             Contains("view, simulate, contact") && Contains("check") &&
                             !Contains("did you mean"));
  CHECK_THAT(run_program("simulat knee_replacement").errors, Contains("did you mean 'simulate'?"));
  CHECK_THAT(run_program("--foo").errors, Contains("--foo"));
}

TEST_CASE("condyle: numbers that are none, infinite or out of range are refused", "[program]") {
  const HostileInputs inputs;
  struct Case {
    std::vector<std::string> command;
    const char* option;
    std::vector<std::string> values;
  };
  const std::vector<std::string> model = {"convert",  inputs.path("knee.osim"),
                                          "--out",    inputs.path("out.json"),
                                          "--motion", inputs.path("swing.sto")};
  const std::vector<std::string> simulate = {"simulate", inputs.path("scene.json"), "--out",
                                             inputs.path("out")};
  const std::vector<std::string> view = {"view", inputs.path("scene.json"), "--frames", "1"};
  const std::vector<std::string> replay = {
      "view", inputs.path("knee.osim"), "--motion", inputs.path("swing.sto"), "--frames", "1"};
  const std::vector<std::string> mesh = {"mesh", inputs.path("ball.obj"), "--repair",
                                         inputs.path("out.ply")};
  for (const auto& [command, option, values] : {
           Case{simulate, "--rate", {"nan", "inf", "-inf", "1.1e5", "0", "1e999", "5x", ""}},
           Case{simulate, "--seconds", {"nan", "inf", "-1", "0", "1e10"}},
           Case{view, "--rate", {"nan", "inf", "1.1e5", "0"}},
           Case{view, "--speed", {"nan", "inf", "0"}},
           Case{replay, "--at", {"nan", "inf"}},
           Case{inputs.analyze("out"), "--from", {"nan", "inf", "-inf"}},
           Case{inputs.analyze("out"), "--to", {"nan", "inf", "-inf"}},
           Case{inputs.contact("out"), "--chord-error", {"nan", "inf", "0"}},
           Case{inputs.contact("out"), "--max-proximity", {"nan", "inf"}},
           Case{inputs.contact("out"), "--min-proximity", {"nan", "-inf"}},
           Case{mesh, "--weld-distance", {"nan", "inf"}},
           Case{model, "--at", {"nan", "inf"}},
           Case{model, "--seconds", {"nan", "inf", "0"}},
       }) {
    for (const std::string& value : values) {
      const ChildEnd end =
          run_child({.arguments = joined(command, {std::string(option) + "=" + value})});
      INFO(command.front() << ' ' << option << '=' << value << ": " << end.text());
      CHECK(end.exit_code == 2);
      CHECK_THAT(end.errors, Contains(option) || Contains("proximity"));
    }
  }
  CHECK_FALSE(std::filesystem::exists(inputs / "out"));
}

}  // namespace condyle::test::command_line_tests
