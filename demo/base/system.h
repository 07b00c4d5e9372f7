#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace condyle {

// What the program asks of the system, beside files and libraries (core/src/files/), its terminal
// (terminal.h) and signals (stop_signal.h). system_posix.cpp is the file for POSIX systems; there
// is none for others yet.

/// The folder for the user's settings: condyle in $XDG_CONFIG_HOME, if that is an absolute path,
/// else in ~/.config. Empty if neither is known.
std::filesystem::path user_folder();

/// The folders that a variable such as PATH lists.
std::vector<std::filesystem::path> folders_in(const char* variable);

/// Puts a folder before those that a variable lists, for this process and those it starts.
void put_first(const char* variable, const std::filesystem::path& folder);

/// Replaces this process by a program of that name, with arguments behind it. Returns only if it
/// cannot be started, with the reason.
std::string become_program(std::vector<std::string> words);

/// How a command ended; Ctrl-C stops the command, and not the process that waits for it.
enum class CommandEnd { well, stopped, failed };

/// Has the shell run a command, and waits.
CommandEnd run_in_shell(const std::string& command);

}  // namespace condyle
