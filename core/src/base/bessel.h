#pragma once

#include <cmath>

namespace condyle {

// The Bessel functions J0 and J1 for x >= 0. LLVM's standard library lacks C++'s own, and Windows'
// headers hide those of C.
#if defined(_WIN32)
inline double bessel_j0(double x) { return std::cyl_bessel_j(0.0, x); }
inline double bessel_j1(double x) { return std::cyl_bessel_j(1.0, x); }
#else
inline double bessel_j0(double x) { return ::j0(x); }
inline double bessel_j1(double x) { return ::j1(x); }
#endif

}  // namespace condyle
