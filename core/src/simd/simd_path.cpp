#include "core/src/simd/simd_path.h"

#include <algorithm>
#include <atomic>
#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace condyle {
namespace {

#if defined(_MSC_VER) && defined(_M_X64)
/// A bit of what the instruction cpuid tells.
bool processor_says(int leaf, int part, int bit) {
  int parts[4];
  __cpuidex(parts, leaf, 0);
  return (parts[part] >> bit & 1) != 0;
}

/// Also for Clang, whose own words need a library that MSVC's linker is not given.
SimdPath widest_of_processor() {
  const auto of_leaf_7 = [](int bit) { return processor_says(7, 1, bit); };
  if (!processor_says(1, 2, 27)) return SimdPath::portable;  // the system saves no wide registers
  const auto saved = _xgetbv(0);
  const bool f = of_leaf_7(16), dq = of_leaf_7(17), bw = of_leaf_7(30), vl = of_leaf_7(31);
  if ((saved & 0xe6) == 0xe6 && f && dq && bw && vl) return SimdPath::avx512;
  return (saved & 6) == 6 && of_leaf_7(5) && processor_says(1, 2, 12) ? SimdPath::avx2
                                                                      : SimdPath::portable;
}
#else
SimdPath widest_of_processor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return SimdPath::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return SimdPath::avx2;
#endif
  return SimdPath::portable;
}
#endif

std::atomic<SimdPath> g_path = widest_of_processor();

}  // namespace

SimdPath simd_path() { return g_path.load(std::memory_order_relaxed); }

void use_simd_path(SimdPath widest) { g_path = std::min(widest, widest_of_processor()); }

}  // namespace condyle
