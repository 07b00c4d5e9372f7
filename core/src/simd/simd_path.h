#pragma once

namespace condyle {

/// The processors for which the loops over lanes are compiled. All paths give the same bits.
enum class SimdPath { portable, avx2, avx512 };

/// The widest path of this processor, or a narrower one chosen by use_simd_path.
SimdPath simd_path();

/// Limits the whole program to this path from now on. For tests and measurements.
void use_simd_path(SimdPath widest);

/// The kernels for simd_path(), out of those compiled for each kind of processor (lanes.h).
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
