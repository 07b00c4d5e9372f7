#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#ifdef CONDYLE_FUZZ
#include <cstdio>
#include <cstdlib>
#else
#include <catch2/catch.hpp>
#endif

// What every fuzz target has. A target is a file that defines one function,
//
//   CONDYLE_FUZZ_TARGET(name) { ... data, size ...; return 0; }
//
// which must accept any bytes. With CONDYLE_FUZZ it is libFuzzer's LLVMFuzzerTestOneInput; without,
// it is a test that any compiler builds, which runs it on the corpus and on all inputs that were
// ever found (replay.cpp).

namespace condyle::fuzz {

using Bytes = std::span<const std::uint8_t>;

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Fails unless `holds`. A fuzzer then ends and keeps the input.
inline void require(bool holds, const std::string& otherwise) {
#ifdef CONDYLE_FUZZ
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", otherwise.c_str());
  std::abort();
#else
  if (!holds) FAIL(otherwise);
#endif
}

/// An error about a file names it.
inline void require_names(const std::exception& error, const std::string& file) {
  require(std::string_view(error.what()).find(file) != std::string_view::npos,
          "an error that does not name " + file + ": " + error.what());
}

using RunOnInput = int (*)(const std::uint8_t* data, std::size_t size);

/// Runs a target on each file of its corpus and of what was found with it.
void replay(const std::string& target, RunOnInput run);

}  // namespace condyle::fuzz

#ifdef CONDYLE_FUZZ
#define CONDYLE_FUZZ_TARGET(name) \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define CONDYLE_FUZZ_TARGET(name)                                                                \
  static int run_##name(const std::uint8_t* data, std::size_t size);                             \
  TEST_CASE("replay of inputs: " #name, "[fuzz]") { condyle::fuzz::replay(#name, &run_##name); } \
  static int run_##name(const std::uint8_t* data, std::size_t size)
#endif
