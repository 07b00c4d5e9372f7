#include "core/src/base/checks.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace condyle::checks {
namespace {

std::atomic<bool> validates{false};
std::atomic<Handler> handler{nullptr};

}  // namespace

void fail(const char* condition, const char* file, int line) {
  const std::string message = fmt::format("{}:{}: not so: {}", file, line, condition);
  if (const Handler present = handler.load()) present(message.c_str());
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

void validate_structures(bool on) { validates = on; }
bool validates_structures() { return validates; }
void set_handler(Handler new_handler) { handler = new_handler; }

}  // namespace condyle::checks
