#include "bench/machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace condyle::bench {
namespace {

/// Value of a key such as "model name" of the first processor; empty if the system has no such
/// list.
std::string processor_entry(const std::string& key) {
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

std::string compiler_text() {
#ifdef __clang__
  return fmt::format("Clang {}.{}", __clang_major__, __clang_minor__);
#else
  return fmt::format("GCC {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
}

}  // namespace

std::string machine_text() {
  const std::string model = processor_entry("model name");
  return fmt::format("{} (family {}, model {}), {} cores, {}",
                     model.empty() ? "unknown processor" : model, processor_entry("cpu family"),
                     processor_entry("model\t"), std::thread::hardware_concurrency(),
                     compiler_text());
}

std::string date_text() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

}  // namespace condyle::bench
