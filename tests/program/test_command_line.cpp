// Errors and answers of the command line itself.
#include <fmt/format.h>

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
                             Contains("view, new, simulate, contact") && Contains("check") &&
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

TEST_CASE("condyle: an empty text is no value of any option", "[program]") {
  const HostileInputs inputs;
  const std::vector<std::string> mesh = {"mesh", inputs.path("ball.obj")};
  const std::vector<std::string> view = {"view", inputs.path("scene.json"), "--frames", "1"};
  const auto repair = joined(mesh, {"--repair", inputs.path("out.ply"), "--weld-distance", ""});
  for (const auto& command :
       {joined(inputs.analyze("out"), {"--to", ""}), joined(inputs.analyze("out"), {"--from="}),
        joined(inputs.contact("out.json"), {"--min-proximity", ""}),
        joined(inputs.contact("out.json"), {"--vtp", ""}),
        joined(inputs.convert("out.json"), {"--motion", inputs.path("swing.sto"), "--at", ""}),
        repair, joined(mesh, {"--repair", ""}), joined(view, {"--size", ""}),
        joined(view, {"--screenshot", ""}),
        std::vector<std::string>{"simulate", inputs.path("scene.json"), "--out", ""}}) {
    const ChildEnd end = run_child({.arguments = command});
    const std::string& last = command.back();
    const std::string option = last.empty() ? command[command.size() - 2] : "--from";
    INFO(end.text());
    CHECK(end.exit_code == 2);
    CHECK(end.errors ==
          "condyle: " + option + " has an empty value; give it one, or leave it out\n");
  }
  CHECK_FALSE(std::filesystem::exists(inputs / "out"));
}

TEST_CASE("condyle: what counts is whole and above 0, and is said in few words", "[program]") {
  const HostileInputs inputs;
  const std::vector<std::string> view = {"view", inputs.path("scene.json")};
  for (const char* value : {"-1", "0", "1.5", "nan", "1e10"}) {
    for (const auto& command :
         {joined(inputs.simulate("out"), {"--vtp", "--every", value}),
          joined(inputs.analyze("out"), {"--every", value}), joined(view, {"--frames", value})}) {
      const ChildEnd end = run_child({.arguments = command});
      INFO(end.text());
      CHECK(end.exit_code == 2);
      CHECK_THAT(end.errors, Contains(fmt::format("'{}' is not a whole number from 1 to", value)));
      CHECK(end.errors.size() < 150);
    }
  }
}

TEST_CASE("condyle: names in messages do not command the terminal", "[program]") {
  const ChildEnd check = run_child({.arguments = {"check", "\x1b[31mred\nline\xff.json"}});
  INFO(check.text());
  CHECK(check.exit_code == 2);
  CHECK_THAT(check.errors, Contains("condyle: \\x1b[31mred\\x0aline\\xff.json: is neither"));
  const ChildEnd word = run_child({.arguments = {"\x1b[2J\xc2\x9b"}});
  CHECK_THAT(word.errors, Contains("'\\x1b[2J\\xc2\\x9b' is not a command"));
  const ChildEnd option = run_child({.arguments = {"mesh", "a.stl", "--\x1b[2J"}});
  CHECK(option.errors.find('\x1b') == std::string::npos);
  const ChildEnd letters = run_child({.arguments = {"check",
                                                    "Kn\xc3\xb6"
                                                    "chel.json"}});
  CHECK_THAT(letters.errors, Contains("Kn\xc3\xb6"
                                      "chel.json"));
}

TEST_CASE("condyle view: an unknown engine is answered with those that there are", "[program]") {
  const ProgramRun run = run_program("view ball_on_plate --engine havok");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("--engine: havok not in {bullet,mujoco,statics}"));
}

TEST_CASE("condyle view: a picture is a PNG file by its name too", "[program]") {
  const ProgramRun run = run_program("view hip --frames 1 --screenshot p.jpg");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("--screenshot p.jpg") && Contains("end its name in .png"));
}

}  // namespace condyle::test::command_line_tests
