#include "base/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace condyle {
namespace {

int output_error = 0;  // errno of the first failed write; 0 if none failed

void note_failure() {
  if (output_error == 0) output_error = errno != 0 ? errno : EIO;
}

void open_where_closed(int descriptor, int mode) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
  open("/dev/null", mode);  // open() returns the lowest free descriptor, which is this one
}

}  // namespace

void prepare_terminal() {
  // Open for the wrong direction, so that reading and writing fail as on a closed descriptor.
  open_where_closed(STDIN_FILENO, O_WRONLY);
  open_where_closed(STDOUT_FILENO, O_RDONLY);
  open_where_closed(STDERR_FILENO, O_RDONLY);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

void print_text(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) note_failure();
}

void print_error_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

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
