// The program with limits on files or memory, or with a folder that is not writable.
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "program/hostile_inputs.h"

namespace condyle::test::hostile_limits_tests {

using Catch::Contains;

namespace {

namespace fs = std::filesystem;

std::string all_of(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

void check_short_memory(const HostileInputs& inputs, const std::vector<rlim_t>& megabytes) {
  for (const std::vector<std::string>& command : inputs.writers("out")) {
    for (const rlim_t size : megabytes) {
      const ChildEnd end = run_child({.arguments = command, .most_memory = size << 20});
      INFO(all_of(command) << " within " << size << " MB: " << end.text());
      // If the loader itself has no memory, the program does not start.
      const bool did_begin = end.exit_code != 127;
      if (did_begin) CHECK(end.in_order());
      if (end.exit_code == 2) CHECK_THAT(end.errors, Contains("condyle: "));
      CHECK(inputs.unfinished("out").empty());
      CHECK(inputs.unfinished().empty());
      fs::remove_all(inputs / "out");
    }
  }
}

}  // namespace

TEST_CASE("hostile: a limit on files is an error that names the file, and nothing is left",
          "[hostile]") {
  const HostileInputs inputs;
  for (const std::vector<std::string>& command : inputs.writers("out")) {
    const ChildEnd end = run_child({.arguments = command, .largest_file = 700});
    INFO(all_of(command) << ": " << end.text());
    CHECK(end.exit_code == 2);
    CHECK_THAT(end.errors, Contains("cannot be written (File too large)") &&
                               Contains(inputs.path("out")) && Contains("free space"));
    CHECK(inputs.unfinished("out").empty());
    CHECK(inputs.unfinished("out_maps").empty());
    CHECK(inputs.unfinished().empty());
    fs::remove_all(inputs / "out");
  }
}

TEST_CASE("hostile: a run that fails leaves the results of the one before", "[hostile]") {
  const HostileInputs inputs;
  for (const std::vector<std::string>& command : inputs.writers("out")) {
    INFO(all_of(command));
    REQUIRE(run_child({.arguments = command}).exit_code == 0);
    const auto content = [&] {
      std::string all;
      for (const auto& entry : fs::recursive_directory_iterator(inputs / "")) {
        if (entry.is_regular_file()) all += entry.path().string() + file_content(entry.path());
      }
      return all;
    };
    const std::string before = content();
    CHECK(run_child({.arguments = command, .largest_file = 2048}).exit_code == 2);
    CHECK(content() == before);
    fs::remove_all(inputs / "out");
  }
}

TEST_CASE("hostile: a folder that may not be written to is refused by its name", "[hostile]") {
  const HostileInputs inputs;
  fs::create_directory(inputs / "locked");
  fs::permissions(inputs / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  for (const std::vector<std::string>& command : inputs.writers("locked/out")) {
    const ChildEnd end = run_child({.arguments = command, .bound_by_permissions = true});
    INFO(all_of(command) << ": " << end.text());
    CHECK(end.exit_code == 2);
    CHECK_THAT(end.errors, Contains("condyle: ") && Contains("locked") && Contains("Permission"));
  }
  const ChildEnd end =
      run_child({.arguments = inputs.simulate("locked"), .bound_by_permissions = true});
  CHECK(end.exit_code == 2);
  CHECK_THAT(end.errors, Contains("locked") && Contains("Permission"));
  CHECK(fs::is_empty(inputs / "locked"));
}

TEST_CASE("hostile: short of memory the program ends in order", "[hostile]") {
  check_short_memory(HostileInputs(), {64, 256});
}

TEST_CASE("hostile: with any amount of memory the program ends in order", "[.long][hostile]") {
  std::vector<rlim_t> sizes;
  for (rlim_t size = 16; size < 600; size += size / 8) sizes.push_back(size);
  check_short_memory(HostileInputs(), sizes);
}

TEST_CASE("hostile: memory does not grow with the length of a run", "[hostile]") {
  const HostileInputs inputs;
  const auto peak = [](const std::vector<std::string>& command) {
    const ChildEnd end = run_child({.arguments = command});
    INFO(end.text());
    REQUIRE(end.exit_code == 0);
    return end.peak_memory;
  };
  constexpr long k_noise = 4 << 20;  // variation that the allocator causes [bytes]
  SECTION("contact: results are streamed, poses take at most 16 times their file") {
    inputs.write_poses("poses.json", 10);
    const long few = peak(inputs.contact("few.json"));
    inputs.write_poses("poses.json", 5000);
    const auto poses = static_cast<long>(fs::file_size(inputs / "poses.json"));
    CHECK(peak(inputs.contact("many.json")) - few < 4 * poses + k_noise);
    CHECK(static_cast<long>(fs::file_size(inputs / "many.json")) > 20 * poses);
  }
  SECTION("simulate: rows go to the disk") {
    const long few = peak(inputs.simulate("few", 0.1, 1000));
    CHECK(peak(inputs.simulate("many", 5, 1000)) - few < k_noise);
  }
}

}  // namespace condyle::test::hostile_limits_tests
