#pragma once

// Checks of the code's own promises; the user's input is checked by exceptions. The checks are on
// where CONDYLE_CHECKS is defined, in Debug builds and in builds with tests, and cost nothing
// elsewhere.
//
//   CONDYLE_ASSERT(condition)    a precondition; the check is cheap beside the call that makes it
//   CONDYLE_VALIDATE(condition)  an invariant of a whole structure; the check takes as long as
//                                making the structure, so it runs only after
//                                validate_structures(true), which tests call and benchmarks do not
//
// A check that fails prints file, line and condition and aborts the program, where a debugger
// stops.

namespace condyle::checks {

[[noreturn]] void fail(const char* condition, const char* file, int line);

void validate_structures(bool on);
bool validates_structures();

/// Called by fail() with its message before it aborts the program; in tests it throws. May be null.
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
