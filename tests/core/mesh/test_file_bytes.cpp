#include <catch2/catch.hpp>

#include "core/src/files/file_bytes.h"
#include "core/src/files/path_text.h"
#include "temporary_folder.h"

namespace condyle::test::file_bytes_tests {
namespace {

namespace fs = std::filesystem;

/// Makes a link, where the system and the user's rights allow it.
bool can_link(const fs::path& target, const fs::path& link) {
  std::error_code refused;
  fs::create_symlink(target, link, refused);
  if (refused) WARN("SKIPPED: links cannot be made here: " << refused.message());
  return !refused;
}

}  // namespace

TEST_CASE("replace_file writes, overwrites and leaves nothing else", "[mesh][file]") {
  const TemporaryFolder folder;
  replace_file(folder / "a.txt", "one");
  replace_file(folder / "a.txt", std::string("two\0three", 9));
  CHECK(read_file_bytes(folder / "a.txt") == std::string("two\0three", 9));
  CHECK(folder.file_count() == 1);
}

TEST_CASE("replace_file spares a file that already has the temporary name", "[mesh][file]") {
  const TemporaryFolder folder;
  folder.write("a.txt.part", "precious");
  replace_file(folder / "a.txt", "new");
  CHECK(file_content(folder / "a.txt.part") == "precious");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("replace_file follows a link", "[mesh][file]") {
  const TemporaryFolder folder;
  folder.write("target.txt", "old");
  if (!can_link("target.txt", folder / "link.txt")) return;
  replace_file(folder / "link.txt", "new");
  CHECK(fs::is_symlink(folder / "link.txt"));
  CHECK(file_content(folder / "target.txt") == "new");
}

TEST_CASE("reading names what no file can be", "[mesh][file]") {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& name) {
    return input_error_of([&] { read_file_bytes(folder / name); });
  };
  const auto path = [&](const std::string& name) { return (folder / name).string(); };
  if (can_link("loop", folder / "loop"))
    CHECK(error_of("loop") ==
          path("loop") +
              ": is a link that leads back to itself; give the file that it should lead "
              "to");
  folder.write("large", "x");
  fs::resize_file(folder / "large", std::uintmax_t{200} << 30);  // takes no space on the disk
  CHECK(error_of("large") ==
        path("large") +
            ": has 200 GB, more than the 4 GB that can be read; is it the right file? "
            "Thin a mesh out");
}

TEST_CASE("a text in UTF-8 names a path with the same letters", "[mesh][file]") {
  const std::string name = "H\u00fcfte/\u819d \U0001d6c2.stl";  // of two, three and four bytes
  CHECK(path_of(name).u8string() == u8"H\u00fcfte/\u819d \U0001d6c2.stl");
  CHECK(path_of(name).filename().string() == name.substr(name.find('/') + 1));
}

TEST_CASE("where memory runs out the file is named with a remedy", "[mesh][file]") {
  const std::string error =
      input_error_of([] { with_memory_for("femur.stl", [] { throw std::bad_alloc(); }); });
  CHECK(error ==
        "femur.stl: takes more memory than is free; close other programs, or thin out what is in "
        "it");
  CHECK(with_memory_for("femur.stl", [] { return 7; }) == 7);
}

TEST_CASE("replace_file refuses a folder and a missing folder", "[mesh][file]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(replace_file(folder / "", "x"), InputError);
  CHECK_THROWS_AS(replace_file(folder / "none/a.txt", "x"), InputError);
  folder.write("file", "x");
  CHECK_THROWS_AS(replace_file(folder / "file/a.txt", "x"), InputError);
  CHECK(folder.file_count() == 1);
}

}  // namespace condyle::test::file_bytes_tests
