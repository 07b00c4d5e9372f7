#include "base/terminal.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace condyle {
namespace {

std::function<void(std::string_view)> error_follower;
int output_error = 0;  // errno of the first failed write; 0 if none failed

void note_failure() {
  if (output_error == 0) output_error = errno != 0 ? errno : EIO;
}

}  // namespace

void print_text(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) note_failure();
}

void print_error_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  if (error_follower) error_follower(text);
}

void follow_errors(std::function<void(std::string_view)> take) { error_follower = std::move(take); }

bool finish_output() {
  errno = 0;
  if (std::fflush(stdout) != 0) note_failure();
  if (output_error == 0 || output_error == EPIPE) return true;
  print_error(
      "condyle: standard output: cannot be written ({}); check where it goes and the free "
      "space there\n",
      std::strerror(output_error));
  return false;
}

}  // namespace condyle
