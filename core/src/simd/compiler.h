#pragma once

// What compilers have beside C++, by each one's own word. Besides the registers of lanes.h, no
// other file of the libraries uses such words. Not part of the library's interface.

// Functions and lambdas that must become part of their callers, and a loop that must be written out
// (`rounds`: at least its number of rounds).
#if defined(__GNUC__) || defined(__clang__)
#define CONDYLE_INLINED [[gnu::always_inline]] inline
#define CONDYLE_INLINED_LAMBDA __attribute__((always_inline))
#define CONDYLE_PRAGMA(words) _Pragma(#words)
#define CONDYLE_UNROLLED(rounds) CONDYLE_PRAGMA(GCC unroll rounds)
#elif defined(_MSC_VER)
#define CONDYLE_INLINED [[msvc::forceinline]] inline
#define CONDYLE_INLINED_LAMBDA [[msvc::forceinline]]
#define CONDYLE_UNROLLED(rounds)
#else
#define CONDYLE_INLINED inline
#define CONDYLE_INLINED_LAMBDA
#define CONDYLE_UNROLLED(rounds)
#endif

namespace condyle {

/// Asks for the cache line of this byte, which is needed soon.
CONDYLE_INLINED void prefetch([[maybe_unused]] const char* byte) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(byte);
#endif
}

}  // namespace condyle
