#pragma once

namespace condyle {

/// For which processors the loops over lanes are compiled. All give the same bits.
enum class SimdPath { portable, avx2, avx512 };

/// The widest that this processor has, or a narrower one where use_simd_path has asked for that.
SimdPath simd_path();

/// At most this path from now on, in the whole program. For tests and measurements.
void use_simd_path(SimdPath widest);

}  // namespace condyle
