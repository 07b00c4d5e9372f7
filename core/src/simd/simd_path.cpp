#include "core/src/simd/simd_path.h"

#include <algorithm>
#include <atomic>

namespace condyle {
namespace {

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

std::atomic<SimdPath> g_path = widest_of_processor();

}  // namespace

SimdPath simd_path() { return g_path.load(std::memory_order_relaxed); }

void use_simd_path(SimdPath widest) { g_path = std::min(widest, widest_of_processor()); }

}  // namespace condyle
