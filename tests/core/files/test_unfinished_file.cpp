#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <string>

#include "core/mesh/temporary_folder.h"
#include "core/src/files/unfinished_file.h"

namespace condyle::test::unfinished_file_tests {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("an unfinished file stands beside the old one until it is published", "[mesh][file]") {
  const TemporaryFolder folder;
  folder.write("a.txt", "old");
  {
    UnfinishedFile file(folder / "a.txt");
    file.write("one ");
    file.write(std::string(200000, 'x'));
    file.complete();
    CHECK(file_content(folder / "a.txt") == "old");
    CHECK(folder.file_count() == 2);
    file.write(" end");
    file.publish();
  }
  CHECK(file_content(folder / "a.txt") == "one " + std::string(200000, 'x') + " end");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("unfinished files of one name do not meet, and go where they are not published",
          "[mesh][file]") {
  const TemporaryFolder folder;
  {
    UnfinishedFile first(folder / "a.txt"), second(folder / "a.txt");
    first.write("first");
    second.write("second");
    first.publish();
    CHECK(file_content(folder / "a.txt") == "first");
    second.publish_as(folder / "b.txt");
    const UnfinishedFile third(folder / "c.txt");
    CHECK(folder.file_count() == 3);
  }
  CHECK(file_content(folder / "b.txt") == "second");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("an unfinished folder moves its files over others, or goes with them", "[mesh][file]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "maps");
  folder.write("maps/a.vtp", "old");
  folder.write("maps/other", "stays");
  {
    UnfinishedFolder lost(folder / "");
    std::ofstream(lost.path() / "a.vtp") << "lost";
    UnfinishedFolder files(folder / "");
    std::ofstream(files.path() / "a.vtp") << "new";
    remove_abandoned(folder / "");  // both folders are in use
    files.move_files_to(folder / "maps");
  }
  CHECK(file_content(folder / "maps/a.vtp") == "new");
  CHECK(file_content(folder / "maps/other") == "stays");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("an unfinished folder never takes one that is there already", "[mesh][file]") {
  const TemporaryFolder folder;
  std::string next;
  {
    const UnfinishedFolder first(folder / "");
    const std::string name = first.path().filename().string();
    const std::size_t number = name.rfind('-') + 1;
    next = fmt::format("{}{}.part", name.substr(0, number), std::stoi(name.substr(number)) + 1);
  }
  // As if left by a process with the same number on another machine.
  fs::create_directory(folder / next);
  folder.write(next + "/a.vtp", "another's");
  {
    const UnfinishedFolder second(folder / "");
    CHECK(second.path() != folder / next);
    CHECK(fs::is_directory(second.path()));
  }
  CHECK(file_content(folder / next / "a.vtp") == "another's");
  CHECK(folder.file_count() == 1);
}

}  // namespace condyle::test::unfinished_file_tests
