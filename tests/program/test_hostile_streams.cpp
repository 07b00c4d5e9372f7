// The program with standard output or error closed, full, or a pipe without a reader.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "program/hostile_inputs.h"

namespace condyle::test::hostile_streams_tests {

using Catch::Contains;

namespace {

/// A command and whether it prints to standard output.
struct Printer {
  std::vector<std::string> arguments;
  int exit_code;
  bool prints;
};

std::vector<Printer> printers(const HostileInputs& inputs) {
  const auto quiet = [](const std::vector<std::string>& words) {
    return joined(words, {"--quiet"});
  };
  return {{{"--help"}, 0, true},
          {{"--version"}, 0, true},
          {{"simulate", "--help"}, 0, true},
          {{"foo"}, 2, false},
          {{"check", "nope"}, 2, false},
          {{"check", inputs.path("scene.json")}, 0, true},
          {{"mesh", inputs.path("ball.obj")}, 0, true},
          {{"mesh", inputs.path("ball.obj"), "--json"}, 0, true},
          {inputs.simulate("simulated"), 0, true},
          {quiet(inputs.simulate("simulated")), 0, false},
          {inputs.contact("contact.json"), 0, false},
          {inputs.analyze("analysed"), 0, true},
          {quiet(inputs.analyze("analysed")), 0, false},
          {inputs.convert("converted.json"), 0, true},
          {inputs.scale("scaled.osim"), 0, true},
          {inputs.geometry("answers.json"), 0, false}};
}

}  // namespace

TEST_CASE("hostile: output that is closed or full is an error, and no crash", "[hostile]") {
  const HostileInputs inputs;
  const Stream stream = GENERATE(Stream::closed, Stream::full_device);
  for (const Printer& printer : printers(inputs)) {
    const ChildEnd end = run_child({.arguments = printer.arguments, .output = stream});
    INFO(fmt::format("{}", fmt::join(printer.arguments, " ")));
    INFO(end.text());
    CHECK(end.exit_code == (printer.prints ? 2 : printer.exit_code));
    if (printer.prints) CHECK_THAT(end.errors, Contains("standard output: cannot be written"));
  }
}

TEST_CASE("hostile: errors that are closed or full change no exit code and no file", "[hostile]") {
  const HostileInputs inputs;
  const Stream stream = GENERATE(Stream::closed, Stream::full_device, Stream::closed_pipe);
  for (const Printer& printer : printers(inputs)) {
    const ChildEnd end = run_child({.arguments = printer.arguments, .errors = stream});
    INFO(fmt::format("{}", fmt::join(printer.arguments, " ")));
    INFO(end.text());
    CHECK(end.exit_code == printer.exit_code);
  }
  // Without a display there is a warning, which must not end up in an open file.
  CHECK(file_content(inputs / "simulated/history.csv").starts_with("time [s],"));
}

TEST_CASE("hostile: with all of its streams closed the program ends in order", "[hostile]") {
  const HostileInputs inputs;
  for (const Printer& printer : printers(inputs)) {
    const ChildEnd end = run_child(
        {.arguments = printer.arguments, .output = Stream::closed, .errors = Stream::closed});
    INFO(fmt::format("{}", fmt::join(printer.arguments, " ")));
    CHECK(end.exit_code == (printer.prints ? 2 : printer.exit_code));
  }
}

TEST_CASE("hostile: a pipe that its reader closed ends the program quietly", "[hostile]") {
  const HostileInputs inputs;
  for (const Printer& printer : printers(inputs)) {
    if (!printer.prints) continue;
    const ChildEnd end = run_child({.arguments = printer.arguments, .output = Stream::closed_pipe});
    INFO(fmt::format("{}", fmt::join(printer.arguments, " ")));
    INFO(end.text());
    CHECK(end.exit_code == 0);
    CHECK_THAT(end.errors, !Contains("cannot") && !Contains("Broken"));
  }
}

}  // namespace condyle::test::hostile_streams_tests
