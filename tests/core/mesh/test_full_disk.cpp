// Not for Windows, which has neither such limits nor such a device.
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "core/src/files/file_bytes.h"
#include "temporary_folder.h"

namespace condyle::test::full_disk_tests {
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

}  // namespace condyle::test::full_disk_tests
