// What Windows does.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <algorithm>
#include <utility>

#include "core/src/files/held_path.h"
#include "core/src/files/shared_library.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() { return {static_cast<int>(GetLastError()), std::system_category()}; }

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

/// A name for the path that no other path has, but for one in 2^64 (Fowler, Noll and Vo's hash, as
/// names of mutexes are short). Paths of Windows have no case.
std::wstring lock_name_of(const fs::path& path) {
  std::error_code ignored;
  std::wstring text = fs::weakly_canonical(fs::absolute(path, ignored), ignored).wstring();
  CharLowerBuffW(text.data(), static_cast<DWORD>(text.size()));
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const wchar_t c : text) hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001b3;
  return L"condyle-" + std::to_wstring(hash);
}

/// Locks a path by a mutex of its name: it ends with its last holder, and folders have it too,
/// which Windows cannot lock. Returns -1 if another holder has it.
std::intptr_t lock_path(const fs::path& path) {
  const HANDLE mutex = CreateMutexW(nullptr, FALSE, lock_name_of(path).c_str());
  if (mutex == nullptr) return -1;
  if (GetLastError() != ERROR_ALREADY_EXISTS) return reinterpret_cast<std::intptr_t>(mutex);
  CloseHandle(mutex);
  return -1;
}

std::error_code taken() { return std::make_error_code(std::errc::file_exists); }

}  // namespace

HeldPath HeldPath::make_file(const fs::path& path, std::error_code& error) {
  HeldPath held(k_none, lock_path(path));
  if (held.lock_ == k_none) {
    error = taken();
    return held;
  }
  held.file_ =
      reinterpret_cast<Handle>(CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr,
                                           CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (held.file_ != k_none) return held;
  error = GetLastError() == ERROR_FILE_EXISTS ? taken() : last_error();
  return {};
}

HeldPath HeldPath::make_folder(const fs::path& path, std::error_code& error) {
  HeldPath held(k_none, lock_path(path));
  if (held.lock_ == k_none) error = taken();
  if (error || CreateDirectoryW(path.c_str(), nullptr)) return held;
  error = GetLastError() == ERROR_ALREADY_EXISTS ? taken() : last_error();
  return {};
}

HeldPath HeldPath::open_device(const fs::path& path, std::error_code& error) {
  const HANDLE file = CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                  nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) error = last_error();
  return {reinterpret_cast<Handle>(file), k_none};
}

HeldPath HeldPath::lock_folder(const fs::path& path, std::error_code& error) {
  HeldPath held(k_none, lock_path(path));
  if (!held.is_open()) error = std::make_error_code(std::errc::device_or_resource_busy);
  return held;
}

HeldPath HeldPath::lock_abandoned(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? HeldPath() : HeldPath(k_none, lock_path(path));
}

void HeldPath::write(std::string_view bytes, std::error_code& error) {
  constexpr std::size_t k_most = 1 << 30;
  while (!bytes.empty()) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), k_most));
    if (!WriteFile(handle_of(file_), bytes.data(), wanted, &count, nullptr)) {
      error = last_error();
      return;
    }
    bytes.remove_prefix(count);
  }
}

void HeldPath::finish_writing(std::error_code&) {}

/// An open file cannot be renamed.
void HeldPath::rename(const fs::path& from, const fs::path& to, std::error_code& error) {
  release_file();
  fs::rename(from, to, error);
}

void HeldPath::release_file() {
  if (file_ != k_none) CloseHandle(handle_of(std::exchange(file_, k_none)));
}

void HeldPath::release() {
  release_file();
  if (lock_ != k_none) CloseHandle(handle_of(std::exchange(lock_, k_none)));
}

long long process_number() { return GetCurrentProcessId(); }

SharedLibrary load_library(const fs::path& path) {
  const HMODULE module = LoadLibraryW(path.c_str());
  if (module == nullptr) return {nullptr, last_error().message()};
  return {{module, [](void* handle) { FreeLibrary(static_cast<HMODULE>(handle)); }}, {}};
}

void* find_function(const SharedLibrary& library, const std::string& name) {
  return reinterpret_cast<void*>(
      GetProcAddress(static_cast<HMODULE>(library.handle.get()), name.c_str()));
}

}  // namespace condyle

#endif
