#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "core/src/files/file_bytes.h"
#include "temporary_folder.h"

namespace condyle::test::file_bytes_tests {
namespace {

namespace fs = std::filesystem;

/// While this object lives, no file of this process may grow beyond `bytes`, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    handler_before_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_before_);
  }

 private:
  rlimit before_{};
  void (*handler_before_)(int) = SIG_DFL;
};

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
  fs::create_symlink("target.txt", folder / "link.txt");
  replace_file(folder / "link.txt", "new");
  CHECK(fs::is_symlink(folder / "link.txt"));
  CHECK(file_content(folder / "target.txt") == "new");
}

TEST_CASE("a disk that fills up leaves the old file and no half of the new", "[mesh][file]") {
  const TemporaryFolder folder;
  folder.write("a.txt", "old");
  std::string error;
  {
    const FileSizeLimit limit(4096);
    error = input_error_of([&] { replace_file(folder / "a.txt", std::string(100000, 'x')); });
  }
  CHECK(error.find("a.txt: cannot be written (") != std::string::npos);
  CHECK(error.find("the free space") != std::string::npos);
  CHECK(file_content(folder / "a.txt") == "old");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a full device is an error, and stays a device", "[mesh][file]") {
  if (!fs::is_character_file("/dev/full")) return;
  const std::string error = input_error_of([] { replace_file("/dev/full", "x"); });
  CHECK(error ==
        "/dev/full: cannot be written (No space left on device); check the folder, its permissions "
        "and the free space on its disk");
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("reading names what no file can be", "[mesh][file]") {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& name) {
    return input_error_of([&] { read_file_bytes(folder / name); });
  };
  const auto path = [&](const std::string& name) { return (folder / name).string(); };
  fs::create_symlink("loop", folder / "loop");
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
