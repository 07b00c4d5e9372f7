#include "c/src/failure.h"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <string>

#include "condyle/error.h"

namespace condyle::c {
namespace {

struct Failure {
  const char* fixed = "";  ///< said if `text` is empty
  std::string text;
};

Failure& last_failure() {
  thread_local Failure failure;
  return failure;
}

int keep(const char* function, const char* text, int status) noexcept {
  try {
    last_failure().text = fmt::format("{}: {}", function, text);
  } catch (...) {
    last_failure().text.clear();
    last_failure().fixed = "memory has run out";
  }
  return status;
}

}  // namespace

int keep_failure(const char* function) noexcept {
  try {
    throw;
  } catch (const InputError& error) {
    return keep(function, error.what(), CONDYLE_INPUT_ERROR);
  } catch (const SimulationError& error) {
    return keep(function, error.what(), CONDYLE_SIMULATION_ERROR);
  } catch (const std::bad_alloc&) {
    return keep(function, "memory has run out", CONDYLE_MEMORY_ERROR);
  } catch (const std::exception& error) {
    return keep(function, error.what(), CONDYLE_INTERNAL_ERROR);
  } catch (...) {
    return keep(function, "an unknown error", CONDYLE_INTERNAL_ERROR);
  }
}

void fail_null(const char* name) { throw InputError(fmt::format("{} is NULL", name)); }

void require_count(std::size_t count, std::size_t wanted, const char* what) {
  if (count != wanted)
    throw InputError(
        fmt::format("the count is {}, must be {}, the number of {}", count, wanted, what));
}

}  // namespace condyle::c

int condyle_c_version(void) { return CONDYLE_C_VERSION; }

const char* condyle_version(void) { return CONDYLE_VERSION; }

const char* condyle_last_error(void) {
  const auto& [fixed, text] = condyle::c::last_failure();
  return text.empty() ? fixed : text.c_str();
}
