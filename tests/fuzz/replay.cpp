// Runs fuzz targets on their corpus and on all inputs that were ever found, without a fuzzer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/fuzz_target.h"

namespace condyle::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(const std::string& target) {
  std::vector<fs::path> files;
  for (const char* kind : {"corpus", "found"}) {
    const fs::path folder = fs::path(CONDYLE_FUZZ_DIR) / kind / target;
    if (!fs::exists(folder)) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

void replay(const std::string& target, RunOnInput run) {
  const std::vector<fs::path> files = inputs_of(target);
  CHECK(files.size() >= 5);
  for (const fs::path& file : files) {
    INFO(file.string());
    const std::string bytes = bytes_of(file);
    REQUIRE(run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) == 0);
  }
}

}  // namespace condyle::fuzz
