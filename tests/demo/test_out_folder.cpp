#include <catch2/catch.hpp>

#include "core/mesh/temporary_folder.h"
#include "core/src/files/unfinished_file.h"
#include "out_folder.h"

namespace condyle::test::out_folder_tests {

using Catch::Contains;

TEST_CASE("OutFolder is made, and held by one at a time", "[files]") {
  const TemporaryFolder folder;
  {
    const OutFolder first(folder / "a/b", "--out");
    CHECK(std::filesystem::is_empty(folder / "a/b"));
    CHECK_THAT(input_error_of([&] { OutFolder(folder / "a/b", "--vtp"); }),
               Contains("a/b: another run") && Contains("--vtp"));
    CHECK_NOTHROW(OutFolder(folder / "a", "--out"));
  }
  CHECK_NOTHROW(OutFolder(folder / "a/b", "--out"));
}

TEST_CASE("OutFolder removes what killed runs left, and nothing else", "[files]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "condyle-12-0.part");
  folder.write("condyle-12-0.part/map.vtp", "half");
  folder.write("condyle-12-1.part", "half");
  for (const char* name :
       {"mine.part", "condyle-notes.part", "condyle-1.part", "condyle-1-2.txt"}) {
    folder.write(name, "precious");
  }
  const UnfinishedFile alive(folder / "a.txt");
  const OutFolder out(folder / "", "--out");
  CHECK_FALSE(std::filesystem::exists(folder / "condyle-12-0.part"));
  CHECK_FALSE(std::filesystem::exists(folder / "condyle-12-1.part"));
  CHECK(folder.file_count() == 5);
}

TEST_CASE("announce_maps refuses what the disk has no room for", "[files]") {
  const TemporaryFolder folder;
  const auto room = std::filesystem::space(folder / "").available;
  CHECK_NOTHROW(announce_maps(folder / "", 2, room / 2, true));
  CHECK_THAT(input_error_of([&] { announce_maps(folder / "", 8, 2 * room + 1000, true); }),
             Contains("8 pressure maps") && Contains("free") && Contains("fewer"));
}

}  // namespace condyle::test::out_folder_tests
