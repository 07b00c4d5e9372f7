#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace condyle {

// What the program asks of the system, beside files and libraries (core/src/files/), its terminal
// (terminal.h) and signals (stop_signal.h): system_posix.cpp and system_windows.cpp. Texts are in
// UTF-8 on all systems.

/// The words that the program was called with, its own name first.
std::vector<std::string> program_words(int count, char** words);

/// Whether the program runs in a browser, which has no second thread, no other programs and no
/// folders of the user's.
#ifdef __EMSCRIPTEN__
inline constexpr bool k_in_browser = true;
#else
inline constexpr bool k_in_browser = false;
#endif

/// The folder for the user's settings: condyle in $XDG_CONFIG_HOME, if that is an absolute path,
/// else in ~/.config; on Windows in %APPDATA%. Empty if that is not known.
std::filesystem::path user_folder();

/// Why user_folder() is empty.
std::string lack_of_user_folder();

/// The file of the running program, links resolved. Empty if the system does not tell.
std::filesystem::path program_file();

/// The folders that a variable such as PATH lists.
std::vector<std::filesystem::path> folders_in(const char* variable);

/// Puts a folder before those that a variable lists, for this process and those it starts.
void put_first(const char* variable, const std::filesystem::path& folder);

/// The system's interpreter of Python: a file, or a name to be found in PATH.
std::string system_python();

/// Replaces this process by a program of that name, with arguments behind it. Returns only if it
/// cannot be started, with the reason.
std::string become_program(std::vector<std::string> words);

/// How a command ended; Ctrl-C stops the command, and not the process that waits for it.
enum class CommandEnd { well, stopped, failed };

/// Has the system's shell run a command in a folder, and waits.
CommandEnd run_in_shell(const std::string& command, const std::filesystem::path& folder);

/// Keeps Windows's libraries of gamepads, where GLFW has loaded them, to the end of the process.
/// GLFW unloads them when it ends; a thread of theirs that was still running, as Wine's is, then
/// crashed.
void keep_gamepad_libraries();

/// Whether a program of that name is in a folder of PATH.
bool has_program(const std::string& name);

/// A program that reads what this process writes, such as an encoder of films.
class FedProgram {
 public:
  /// Starts it, with arguments behind its name. Throws InputError if it cannot be started.
  explicit FedProgram(std::vector<std::string> words);
  ~FedProgram();  ///< stops it if it runs
  FedProgram(const FedProgram&) = delete;
  FedProgram& operator=(const FedProgram&) = delete;

  /// Writes all bytes. Returns false if the program no longer reads.
  bool feed(std::span<const std::uint8_t> bytes);
  /// Lets it come to its end. Returns whether it ended well.
  bool finish();
  /// What it has written on its standard error: the last lines.
  std::string last_words() const;

 private:
  void close_input();
  std::intptr_t process_ = -1, input_ = -1;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> errors_;
};

}  // namespace condyle
