#pragma once

// Functions and lambdas that must become part of their callers, by the word that each compiler has
// for it. Not part of the library's interface.

#if defined(__GNUC__) || defined(__clang__)
#define CONDYLE_INLINED [[gnu::always_inline]] inline
#define CONDYLE_INLINED_LAMBDA __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CONDYLE_INLINED [[msvc::forceinline]] inline
#define CONDYLE_INLINED_LAMBDA [[msvc::forceinline]]
#else
#define CONDYLE_INLINED inline
#define CONDYLE_INLINED_LAMBDA
#endif
