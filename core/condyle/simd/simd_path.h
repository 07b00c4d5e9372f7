#pragma once

namespace condyle {

/// For which processors the loops over lanes are compiled. All give the same bits.
enum class SimdPath { portable, avx2, avx512 };

/// The widest that this processor has, or a narrower one where use_simd_path has asked for that.
SimdPath simd_path();

/// At most this path from now on, in the whole program. For tests and measurements.
void use_simd_path(SimdPath widest);

/// That of simd_path(), of what is compiled once for each kind of processor (lanes.h).
template <class Kernels>
const Kernels& of_simd_path(const Kernels& portable, const Kernels& avx2, const Kernels& avx512) {
  switch (simd_path()) {
    case SimdPath::avx512:
      return avx512;
    case SimdPath::avx2:
      return avx2;
    default:
      return portable;
  }
}

}  // namespace condyle
