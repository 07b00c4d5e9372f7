// Simultaneous runs, runs that are killed, and runs that are stopped by a signal.
#include <fmt/format.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "program/hostile_inputs.h"

namespace condyle::test::hostile_runs_tests {

using Catch::Contains;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Runs of each command that last until they are stopped.
struct Endless {
  Endless() { inputs.write_poses("many.json", 20000); }

  Words simulate() const { return inputs.simulate("out", 1e4, 1e4); }
  Words simulate_maps() const { return joined(simulate(), {"--vtp", "--every", "1000000"}); }
  Words settle() const {
    return {"simulate", inputs.path("settling.json"), "--out", inputs.path("out"), "--rate", "1e5"};
  }
  Words contact() const {
    return joined(inputs.contact("out.json", "many.json"), {"--vtp", inputs.path("out")});
  }
  Words analyze() const {
    std::string motion = "swing\nnRows=20000\nnColumns=3\nendheader\ntime\tflexion\tslide\n";
    for (int i = 0; i < 20000; ++i) motion += fmt::format("{}\t0.1\t0\n", i);
    std::ofstream(inputs / "long.sto") << motion;
    return {"analyze",   inputs.path("knee.osim"),
            "--motion",  inputs.path("long.sto"),
            "--out",     inputs.path("out"),
            "--vtp",     "--missing-default",
            "--threads", "2"};
  }

  Words geometry() const {
    inputs.write_queries("long.json", 300000);
    return inputs.geometry("out/answers.json", "long.json");
  }

  HostileInputs inputs;
};

void check_stopped(const Endless& endless, const Words& command, int signal, int wait_ms = 0) {
  Child child({.arguments = command});
  const bool is_under_way = endless.inputs.wait_for_unfinished("out");
  std::this_thread::sleep_for(std::chrono::milliseconds(wait_ms));
  child.send(signal);
  const ChildEnd end = child.wait();
  INFO(fmt::format("{}, signal {} after {} ms: {}", fmt::join(command, " "), signal, wait_ms,
                   end.text()));
  REQUIRE(is_under_way);
  CHECK(end.exit_code == 3);
  CHECK_THAT(end.errors, Contains("interrupted"));
  CHECK(endless.inputs.unfinished("out").empty());
  CHECK(endless.inputs.unfinished().empty());
}

}  // namespace

TEST_CASE("hostile: a stopped simulation keeps its figures, and those of the run before",
          "[hostile]") {
  const Endless endless;
  const HostileInputs& inputs = endless.inputs;
  REQUIRE(run_child({.arguments = inputs.simulate("out")}).exit_code == 0);
  const std::string before = file_content(inputs / "out/history.csv");
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  check_stopped(endless, endless.simulate(), signal, 50);
  CHECK(file_content(inputs / "out/history.csv") == before);
  CHECK(fs::exists(inputs / "out/summary.json"));
  CHECK(fs::exists(inputs / "out/events.csv"));
  CHECK(fs::exists(inputs / "out/events_until_failure.csv"));
  CHECK(file_content(inputs / "out/history_until_failure.csv").starts_with("time [s],"));
  const auto summary =
      nlohmann::json::parse(file_content(inputs / "out/summary_until_failure.json"));
  CHECK(summary["completed"] == false);

  REQUIRE(run_child({.arguments = inputs.simulate("out")}).exit_code == 0);
  CHECK_FALSE(fs::exists(inputs / "out/history_until_failure.csv"));
  CHECK(fs::exists(inputs / "out/history.csv"));
}

TEST_CASE("hostile: maps of a stopped simulation stand beside those of the run before",
          "[hostile]") {
  const Endless endless;
  const HostileInputs& inputs = endless.inputs;
  const Words complete = joined(inputs.simulate("out"), {"--vtp", "--every", "5"});
  REQUIRE(run_child({.arguments = complete}).exit_code == 0);
  const std::string before = file_content(inputs / "out/maps.pvd");
  CHECK_THAT(before, Contains("file=\"vtp/ball.m_00001.vtp\""));
  check_stopped(endless, joined(endless.simulate(), {"--vtp", "--every", "1000"}), SIGTERM, 300);
  CHECK(file_content(inputs / "out/maps.pvd") == before);
  CHECK(fs::exists(inputs / "out/vtp/ball.m_00001.vtp"));
  CHECK(fs::exists(inputs / "out/maps_until_failure.pvd"));
  REQUIRE(run_child({.arguments = complete}).exit_code == 0);
  CHECK_FALSE(fs::exists(inputs / "out/maps_until_failure.pvd"));
  CHECK_FALSE(fs::exists(inputs / "out/vtp_until_failure"));
}

TEST_CASE("hostile: settling, contact, analyze and geometry stop in order too", "[hostile]") {
  const Endless endless;
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  check_stopped(endless, endless.settle(), signal);
  CHECK(fs::exists(endless.inputs / "out/summary_until_failure.json"));
  fs::remove_all(endless.inputs / "out");
  check_stopped(endless, endless.contact(), signal);
  check_stopped(endless, endless.analyze(), signal);
  check_stopped(endless, endless.geometry(), signal);
  CHECK(fs::is_empty(endless.inputs / "out"));
  CHECK_FALSE(fs::exists(endless.inputs / "out.json"));
}

TEST_CASE("hostile: any signal at any moment ends all runs in order", "[.long][hostile]") {
  const Endless endless;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (const int wait : {0, 1, 3, 10, 30, 100, 300, 1000}) {
      for (const Words& command : {endless.simulate(), endless.simulate_maps(), endless.settle(),
                                   endless.contact(), endless.analyze()}) {
        check_stopped(endless, command, signal, wait);
      }
    }
  }
}

TEST_CASE("hostile: a signal while results are written does not spoil them", "[.long][hostile]") {
  const HostileInputs inputs;
  for (int wait = 0; wait < 200; wait += 2) {
    Child child({.arguments = inputs.simulate("out")});
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    child.send(SIGTERM);
    const ChildEnd end = child.wait();
    INFO(wait << " ms: " << end.text());
    // Before the program has written anything, a signal ends it at once.
    CHECK((end.signal == SIGTERM || end.exit_code == 3 || end.exit_code == 0));
    CHECK(fs::exists(inputs / "out/history.csv") == fs::exists(inputs / "out/summary.json"));
    CHECK(inputs.unfinished("out").empty());
    if (end.exit_code == 0) fs::remove_all(inputs / "out");
  }
}

TEST_CASE("hostile: what a killed run left the next one clears up, and a signal may come twice",
          "[hostile]") {
  const Endless endless;
  const HostileInputs& inputs = endless.inputs;
  {
    Child child({.arguments = endless.simulate_maps()});
    REQUIRE(inputs.wait_for_unfinished("out"));
    child.send(SIGKILL);
    CHECK(child.wait().signal == SIGKILL);
  }
  CHECK_FALSE(inputs.unfinished("out").empty());
  REQUIRE(run_child({.arguments = inputs.simulate("out")}).exit_code == 0);
  CHECK(inputs.unfinished("out").empty());

  Child child({.arguments = endless.simulate()});
  REQUIRE(inputs.wait_for_unfinished("out"));
  child.send(SIGTERM);
  child.send(SIGTERM);  // as timeout(1) does, to the process and to its group
  const ChildEnd end = child.wait();
  INFO(end.text());
  CHECK(end.exit_code == 3);
}

TEST_CASE("hostile: a hang-up that is ignored, as under nohup, stops no run", "[hostile]") {
  const Endless endless;
  Child child({.arguments = endless.simulate(), .ignores_hang_up = true});
  REQUIRE(endless.inputs.wait_for_unfinished("out"));
  child.send(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  child.send(SIGTERM);
  CHECK_THAT(child.wait().errors, Contains("SIGTERM"));
}

TEST_CASE("hostile: of two runs with one folder the second is refused", "[hostile]") {
  const Endless endless;
  const HostileInputs& inputs = endless.inputs;
  const std::vector<Words> others = {
      inputs.simulate("out"), inputs.analyze("out"),
      joined(inputs.contact("x.json"), {"--vtp", inputs.path("out")})};
  const Words& other = others[GENERATE(0u, 1u, 2u)];
  Child first({.arguments = endless.simulate()});
  REQUIRE(inputs.wait_for_unfinished("out"));
  const ChildEnd second = run_child({.arguments = other});
  INFO(second.text());
  CHECK(second.exit_code == 2);
  CHECK_THAT(second.errors, Contains(inputs.path("out") + ": another run of condyle is writing") &&
                                Contains("give --"));
  first.send(SIGINT);
  const ChildEnd end = first.wait();
  INFO(end.text());
  CHECK(end.exit_code == 3);
  CHECK(fs::exists(inputs / "out/history_until_failure.csv"));
  CHECK_FALSE(fs::exists(inputs / "x.json"));
  CHECK(run_child({.arguments = other}).exit_code == 0);  // the lock ended with the run
}

TEST_CASE("hostile: of two runs with one file each writes all of it", "[hostile]") {
  const HostileInputs inputs;
  inputs.write_poses("poses.json", 300);
  REQUIRE(run_child({.arguments = inputs.contact("alone.json")}).exit_code == 0);
  Child first({.arguments = inputs.contact("out.json")});
  Child second({.arguments = inputs.contact("out.json")});
  CHECK(first.wait().exit_code == 0);
  CHECK(second.wait().exit_code == 0);
  CHECK(file_content(inputs / "out.json") == file_content(inputs / "alone.json"));
  CHECK(inputs.unfinished().empty());
}

TEST_CASE("hostile: a second signal ends the wait for a reader of a pipe", "[hostile]") {
  const HostileInputs inputs;
  const std::string pipe = inputs.path("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Child child({.arguments = inputs.geometry("pipe")});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  child.send(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  child.send(SIGTERM);
  const ChildEnd end = child.wait();
  INFO(end.text());
  CHECK_FALSE(end.hung);
  CHECK(end.signal == SIGTERM);
}

}  // namespace condyle::test::hostile_runs_tests
