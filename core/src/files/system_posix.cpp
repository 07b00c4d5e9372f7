// What Linux, macOS and other POSIX systems do.
#if !defined(_WIN32)

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/src/files/held_path.h"
#include "core/src/files/shared_library.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() { return {errno, std::generic_category()}; }

int number_of(std::intptr_t handle) { return static_cast<int>(handle); }

/// Whether a process that looked for abandoned files has removed this one before it was locked.
bool is_removed(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

void lock(int descriptor) { flock(descriptor, LOCK_EX | LOCK_NB); }

}  // namespace

HeldPath HeldPath::make_file(const fs::path& path, std::error_code& error) {
  for (;;) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
      error = last_error();
      return {};
    }
    lock(file);
    HeldPath made(file, k_none);
    if (!is_removed(file)) return made;
  }
}

HeldPath HeldPath::make_folder(const fs::path& path, std::error_code& error) {
  for (;;) {
    if (mkdir(path.c_str(), 0777) != 0) {
      error = last_error();
      return {};
    }
    const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) continue;  // removed before it was locked
    if (folder < 0) {
      error = last_error();
      return {};
    }
    lock(folder);
    HeldPath made(folder, k_none);
    if (!is_removed(folder)) return made;
  }
}

HeldPath HeldPath::open_device(const fs::path& path, std::error_code& error) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) error = last_error();
  return {file, k_none};
}

HeldPath HeldPath::lock_folder(const fs::path& path, std::error_code& error) {
  HeldPath folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC), k_none);
  if (!folder.is_open()) {
    error = last_error();
  } else if (flock(number_of(folder.file_), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    error = std::make_error_code(std::errc::device_or_resource_busy);
    folder.release();
  }
  return folder;
}

/// Emscripten's locks always succeed, so nothing can be known to be abandoned.
HeldPath HeldPath::lock_abandoned([[maybe_unused]] const fs::path& path) {
#if defined(__EMSCRIPTEN__)
  return {};
#else
  HeldPath held(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), k_none);
  if (held.is_open() && flock(number_of(held.file_), LOCK_EX | LOCK_NB) != 0) held.release();
  return held;
#endif
}

void HeldPath::write(std::string_view bytes, std::error_code& error) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(number_of(file_), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      error = last_error();
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// A file server may report only on closing that its disk is full. Closing a duplicate keeps the
/// lock. Emscripten cannot duplicate a file of the machine.
void HeldPath::finish_writing([[maybe_unused]] std::error_code& error) {
#if !defined(__EMSCRIPTEN__)
  const int second = dup(number_of(file_));
  if (second < 0 || close(second) != 0) error = last_error();
#endif
}

void HeldPath::rename(const fs::path& from, const fs::path& to, std::error_code& error) {
  fs::rename(from, to, error);
}

/// A file that is open can be removed.
void HeldPath::release_file() {}

void HeldPath::release() {
  if (file_ != k_none) close(number_of(std::exchange(file_, k_none)));
}

long long process_number() { return getpid(); }

SharedLibrary load_library(const fs::path& path) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return {{handle, dlclose}, {}};
  const char* const problem = dlerror();
  return {nullptr, problem != nullptr ? problem : "for no reason that the system gives"};
}

void* find_function(const SharedLibrary& library, const std::string& name) {
  return dlsym(library.handle.get(), name.c_str());
}

}  // namespace condyle

#endif
