#pragma once

#include <cstddef>

#include "condyle/c.h"

namespace condyle::c {

// No exception leaves the library: each function does its work in guarded() or made_or().

/// Keeps the message of the exception that is being handled, after the name of the function of the
/// interface, for condyle_last_error(). Returns its condyle_status. Call it in a catch block.
int keep_failure(const char* function) noexcept;

template <class Work>
int guarded(const char* function, const Work& work) noexcept {
  try {
    work();
    return CONDYLE_OK;
  } catch (...) {
    return keep_failure(function);
  }
}

/// What `make` returns, or `otherwise` if it fails.
template <class T, class Make>
T made_or(T otherwise, const char* function, const Make& make) noexcept {
  try {
    return make();
  } catch (...) {
    keep_failure(function);
    return otherwise;
  }
}

[[noreturn]] void fail_null(const char* name);

/// Throws InputError if the pointer is null.
template <class T>
T& required(T* pointer, const char* name) {
  if (pointer == nullptr) fail_null(name);
  return *pointer;
}

/// Throws InputError if `count` is not `wanted`, the number of `what`.
void require_count(std::size_t count, std::size_t wanted, const char* what);

}  // namespace condyle::c
