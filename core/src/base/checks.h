#pragma once

// Checks of what the code itself promises; what a user gives is checked by exceptions. They are on
// where CONDYLE_CHECKS is defined, in Debug builds and in builds with tests, and cost nothing
// elsewhere.
//
//   CONDYLE_ASSERT(condition)    a precondition, as cheap as the call that has it
//   CONDYLE_VALIDATE(condition)  an invariant of a whole structure, which takes as long as making
//                                it does: only where validate_structures(true) was called, as tests
//                                do and benchmarks do not
//
// A check that fails prints file, line and condition and ends the program, for a debugger to see.

namespace condyle::checks {

[[noreturn]] void fail(const char* condition, const char* file, int line);

void validate_structures(bool on);
bool validates_structures();

/// What fail() calls with its message before it ends the program: tests let it throw. Null:
/// nothing.
using Handler = void (*)(const char* message);
void set_handler(Handler handler);

}  // namespace condyle::checks

#ifdef CONDYLE_CHECKS
#define CONDYLE_ASSERT(...) \
  ((__VA_ARGS__) ? void() : ::condyle::checks::fail(#__VA_ARGS__, __FILE__, __LINE__))
#define CONDYLE_VALIDATE(...) \
  (::condyle::checks::validates_structures() ? CONDYLE_ASSERT(__VA_ARGS__) : void())
#else
#define CONDYLE_ASSERT(...) static_cast<void>(false && (__VA_ARGS__))
#define CONDYLE_VALIDATE(...) CONDYLE_ASSERT(__VA_ARGS__)
#endif
