#include "base/stop_signal.h"

#include <fmt/core.h>

#include "condyle/error.h"

namespace condyle {

void require_no_stop(const char* item, long count) {
  if (const char* name = StopSignal::received()) {
    throw SimulationError(
        fmt::format("interrupted at {} {} ({}); nothing was written", item, count, name));
  }
}

}  // namespace condyle
