// What Windows does for the program.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
// After windows.h, which they need.
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/question.h"
#include "base/stop_signal.h"
#include "base/system.h"
#include "base/terminal.h"
#include "condyle/error.h"

// The C library of MinGW-w64 knows no UTF-8, and the C++ library converts texts to names of files
// by these functions: they take the place of its own in this program.
extern "C" {

/// Converts a character in UTF-8 to UTF-16. One of four bytes makes two units: the first call takes
/// three bytes, and the next one the last, with what the state holds.
std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t size, mbstate_t* state) {
  constexpr std::size_t k_bad = static_cast<std::size_t>(-1),
                        k_short = static_cast<std::size_t>(-2);
  const auto put = [&](unsigned unit, std::size_t used) {
    if (to != nullptr) *to = static_cast<wchar_t>(unit);
    return used;
  };
  if (from == nullptr) return 0;
  if (size == 0) return k_short;
  if (state != nullptr && *state != 0)
    return put(static_cast<unsigned>(std::exchange(*state, 0)), 1);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return put(first, first == 0 ? 0 : 1);
  const std::size_t count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return k_bad;
  unsigned code = first & (0x7fu >> count);
  for (std::size_t i = 1; i < count; ++i) {
    if (i >= size) return k_short;
    if ((byte(i) & 0xc0) != 0x80) return k_bad;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr unsigned k_least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < k_least[count] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return k_bad;
  if (count < 4) return put(code, count);
  if (state == nullptr) return k_bad;
  *state = static_cast<mbstate_t>(0xdc00 + ((code - 0x10000) & 0x3ff));
  return put(0xd800 + ((code - 0x10000) >> 10), 3);
}

std::size_t mbrlen(const char* from, std::size_t size, mbstate_t* state) {
  return mbrtowc(nullptr, from, size, state);
}

}  // extern "C"

namespace condyle {
namespace {

namespace fs = std::filesystem;

std::string reason_of(DWORD error) {
  return std::error_code(static_cast<int>(error), std::system_category()).message();
}

std::wstring wide(std::string_view utf8) {
  const int size = static_cast<int>(utf8.size());
  std::wstring text(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, nullptr, 0)), 0);
  MultiByteToWideChar(CP_UTF8, 0, utf8.data(), size, text.data(), static_cast<int>(text.size()));
  return text;
}

std::string narrow(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int count =
      WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string utf8(static_cast<std::size_t>(count), 0);
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, utf8.data(), count, nullptr, nullptr);
  return utf8;
}

/// The value of a variable; empty if it is not set.
std::wstring variable_of(const std::wstring& name) {
  std::wstring value(GetEnvironmentVariableW(name.c_str(), nullptr, 0), 0);
  value.resize(
      GetEnvironmentVariableW(name.c_str(), value.data(), static_cast<DWORD>(value.size())));
  return value;
}

/// A word of a command line, in quotes: programs read backslashes before a quote as escapes.
std::wstring quoted(const std::wstring& word) {
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  text.append(backslashes, L'\\');
  return text + L'"';
}

std::wstring command_line_of(const std::vector<std::string>& words) {
  std::wstring line;
  for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + quoted(wide(word));
  return line;
}

struct Handle {
  HANDLE value = INVALID_HANDLE_VALUE;
  Handle(HANDLE taken) : value(taken) {}
  ~Handle() {
    if (value != INVALID_HANDLE_VALUE && value != nullptr) CloseHandle(value);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  HANDLE release() { return std::exchange(value, INVALID_HANDLE_VALUE); }
};

/// Starts a process with these standard streams, or with those of this process. Returns its handle,
/// or none with GetLastError().
HANDLE start(std::wstring line, const wchar_t* folder, HANDLE in, HANDLE out, HANDLE error) {
  STARTUPINFOW how{};
  how.cb = sizeof how;
  const bool has_streams = in != INVALID_HANDLE_VALUE;
  if (has_streams) {
    how.dwFlags = STARTF_USESTDHANDLES;
    how.hStdInput = in;
    how.hStdOutput = out;
    how.hStdError = error;
  }
  PROCESS_INFORMATION process{};
  if (!CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, folder, &how,
                      &process))
    return INVALID_HANDLE_VALUE;
  CloseHandle(process.hThread);
  return process.hProcess;
}

/// Starts a process with this one's standard streams.
HANDLE start(std::wstring line, const wchar_t* folder) {
  return start(std::move(line), folder, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE,
               INVALID_HANDLE_VALUE);
}

DWORD wait_for(HANDLE process) {
  DWORD code = 1;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &code);
  return code;
}

/// A new file without content, which is gone once it is closed.
HANDLE open_temporary_file() {
  wchar_t folder[MAX_PATH + 1], file[MAX_PATH + 1];
  if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"con", 0, file) == 0)
    return INVALID_HANDLE_VALUE;
  return CreateFileW(file, GENERIC_READ | GENERIC_WRITE,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, CREATE_ALWAYS,
                     FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
}

/// Another handle of the same file, which processes that this one starts inherit.
HANDLE inherited(HANDLE file) {
  HANDLE copy = INVALID_HANDLE_VALUE;
  const HANDLE self = GetCurrentProcess();
  DuplicateHandle(self, file, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
  return copy;
}

std::FILE* file_of(HANDLE handle) {
  const int descriptor = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY);
  return descriptor < 0 ? nullptr : _fdopen(descriptor, "w+b");
}

/// The kinds of events by which a console asks a program to end.
struct Stop {
  DWORD event;
  const char* name;
};
constexpr Stop k_stops[] = {{CTRL_C_EVENT, "Ctrl-C"},
                            {CTRL_BREAK_EVENT, "Ctrl-Break"},
                            {CTRL_CLOSE_EVENT, "the console was closed"}};
constexpr ULONGLONG k_same_wish = 100;  // [ms] as in system_posix.cpp
std::atomic<const char*> received_name{nullptr};
std::atomic<ULONGLONG> received_time{0};  // [ms]

/// Runs in a thread of its own. What is not handled here ends the program.
BOOL WINAPI note_event(DWORD event) {
  for (const Stop& stop : k_stops) {
    if (stop.event != event) continue;
    if (received_name == nullptr) {
      received_time = GetTickCount64();
      received_name = stop.name;
    } else if (GetTickCount64() - received_time > k_same_wish) {
      return FALSE;
    }
    // A closed console ends its program when this returns, or after some seconds.
    if (event == CTRL_CLOSE_EVENT) Sleep(INFINITE);
    return TRUE;
  }
  return FALSE;
}

UINT code_page_before = 0;  // of the console

}  // namespace

std::vector<std::string> program_words(int, char**) {
  int count = 0;
  const std::unique_ptr<wchar_t*, HLOCAL (*)(HLOCAL)> list(
      CommandLineToArgvW(GetCommandLineW(), &count),
      [](HLOCAL memory) -> HLOCAL { return LocalFree(memory); });
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.push_back(narrow(list.get()[i]));
  return words;
}

fs::path user_folder() {
  const fs::path settings = variable_of(L"APPDATA");
  return settings.is_absolute() ? settings / "condyle" : fs::path();
}

std::string lack_of_user_folder() { return "APPDATA is not set"; }

fs::path program_file() {
  constexpr std::size_t k_longest = 1 << 15;  // of all paths
  std::wstring file(k_longest, 0);
  file.resize(GetModuleFileNameW(nullptr, file.data(), static_cast<DWORD>(file.size())));
  return file;
}

std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  std::wistringstream list(variable_of(wide(variable)));
  for (std::wstring folder; std::getline(list, folder, L';');) folders.emplace_back(folder);
  return folders;
}

void put_first(const char* variable, const fs::path& folder) {
  const std::wstring others = variable_of(wide(variable));
  SetEnvironmentVariableW(
      wide(variable).c_str(),
      (others.empty() ? folder.wstring() : folder.wstring() + L";" + others).c_str());
}

std::string system_python() { return has_program("python3") ? "python3" : "python"; }

/// Windows replaces no process: this one waits for the other, and ends as it ends.
std::string become_program(std::vector<std::string> words) {
  const Handle process = start(command_line_of(words), nullptr);
  if (process.value == INVALID_HANDLE_VALUE) return reason_of(GetLastError());
  SetConsoleCtrlHandler(nullptr, TRUE);  // Ctrl-C is for the other
  std::exit(static_cast<int>(wait_for(process.value)));
}

CommandEnd run_in_shell(const std::string& command, const fs::path& folder) {
  const Handle process = start(L"cmd.exe /d /s /c \"" + wide(command) + L"\"", folder.c_str());
  if (process.value == INVALID_HANDLE_VALUE) return CommandEnd::failed;
  const DWORD code = wait_for(process.value);
  if (code == STATUS_CONTROL_C_EXIT) return CommandEnd::stopped;
  return code == 0 ? CommandEnd::well : CommandEnd::failed;
}

/// Files that are written to standard output by `>` have the bytes that they have elsewhere.
void prepare_terminal() {
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stderr), _O_BINARY);
  // Without a buffer the C library writes letter by letter; print_error_text() empties it.
  std::setvbuf(stderr, nullptr, _IOFBF, BUFSIZ);
  code_page_before = GetConsoleOutputCP();
  if (code_page_before == 0) return;  // no console
  SetConsoleOutputCP(CP_UTF8);
  std::atexit([] { SetConsoleOutputCP(code_page_before); });
  // Lets a line of progress be cleared.
  const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  if (GetConsoleMode(console, &mode))
    SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool is_error_on_terminal() {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode) != 0;
}

bool can_ask() {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) != 0 && is_error_on_terminal();
}

void keep_gamepad_libraries() {
  for (const wchar_t* name : {L"xinput1_4.dll", L"xinput1_3.dll", L"xinput9_1_0.dll",
                              L"xinput1_2.dll", L"xinput1_1.dll", L"dinput8.dll"}) {
    HMODULE library = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN, name, &library);  // fails if it is not loaded
  }
}

bool has_program(const std::string& name) {
  std::error_code ignored;
  for (const fs::path& folder : folders_in("PATH"))
    if (fs::is_regular_file(folder / (name + ".exe"), ignored)) return true;
  return false;
}

FedProgram::FedProgram(std::vector<std::string> words)
    : errors_(file_of(open_temporary_file()), &std::fclose) {
  const auto fail = [&] {
    throw InputError(words.front() + " cannot be started: " + reason_of(GetLastError()));
  };
  HANDLE read_end = INVALID_HANDLE_VALUE, write_end = INVALID_HANDLE_VALUE;
  if (!errors_ || !CreatePipe(&read_end, &write_end, nullptr, 0)) fail();
  Handle mine(write_end);
  const Handle theirs(read_end), in(inherited(read_end)),
      out(CreateFileW(L"NUL", GENERIC_WRITE, 0, nullptr, OPEN_EXISTING, 0, nullptr)),
      no_output(inherited(out.value)),
      error(inherited(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(errors_.get())))));
  const HANDLE process =
      start(command_line_of(words), nullptr, in.value, no_output.value, error.value);
  if (process == INVALID_HANDLE_VALUE) fail();
  process_ = reinterpret_cast<std::intptr_t>(process);
  input_ = reinterpret_cast<std::intptr_t>(mine.release());
}

FedProgram::~FedProgram() {
  if (process_ == -1) return;
  TerminateProcess(reinterpret_cast<HANDLE>(process_), 1);
  finish();
}

bool FedProgram::feed(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t k_most = 1 << 30;
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), k_most));
    if (!WriteFile(reinterpret_cast<HANDLE>(input_), bytes.data(), wanted, &written, nullptr))
      return false;
    bytes = bytes.subspan(written);
  }
  return true;
}

void FedProgram::close_input() {
  if (input_ != -1) CloseHandle(reinterpret_cast<HANDLE>(std::exchange(input_, -1)));
}

bool FedProgram::finish() {
  close_input();
  if (process_ == -1) return false;
  const Handle process(reinterpret_cast<HANDLE>(std::exchange(process_, -1)));
  return wait_for(process.value) == 0;
}

struct StopSignal::Before {};

StopSignal::StopSignal() : before_(std::make_unique<Before>()) {
  received_name = nullptr;
  SetConsoleCtrlHandler(note_event, TRUE);
}

StopSignal::~StopSignal() {
  SetConsoleCtrlHandler(note_event, FALSE);
  received_name = nullptr;
}

const char* StopSignal::received() { return received_name; }

}  // namespace condyle

#endif
