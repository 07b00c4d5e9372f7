#include <fmt/format.h>

#include "condyle/contact/user_function.h"
#include "condyle/error.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/files/shared_library.h"

namespace condyle {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& problem) {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

/// Opens an absolute path, since the loader would look for a bare name in its own folders.
SharedLibrary open(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored))
    fail(file, "there is no such library of laws; compile it, or correct its path");
  SharedLibrary library = load_library(std::filesystem::absolute(file));
  if (!library.handle) fail(file, "cannot be loaded: " + library.problem);
  return library;
}

void* function_of(const SharedLibrary& library, const std::filesystem::path& file,
                  const std::string& name, const char* remedy) {
  void* const found = find_function(library, name);
  if (found == nullptr) fail(file, fmt::format("has no function '{}'; {}", name, remedy));
  return found;
}

void require_version(const SharedLibrary& library, const std::filesystem::path& file) {
  const auto version = reinterpret_cast<int (*)()>(function_of(
      library, file, "condyle_user_law_version", "put CONDYLE_USER_LAWS into its source"));
  const int found = version();
  if (found == CONDYLE_USER_LAW_VERSION) return;
  fail(file, fmt::format("is of version {} of user_law.h, and this program of version {}; "
                         "compile it again with the program's header",
                         found, CONDYLE_USER_LAW_VERSION));
}

}  // namespace

template <class Function>
std::shared_ptr<const Function> loaded(const Function& named) {
  const SharedLibrary library = open(named.library);
  require_version(library, named.library);
  auto* const function = reinterpret_cast<typename Function::Type*>(
      function_of(library, named.library, named.name, "is it CONDYLE_LAW, and spelled so?"));
  auto result = std::make_shared<Function>(named);
  result->call = [handle = library.handle, function](auto*... arguments) {
    return function(arguments...);
  };
  return result;
}

template <class Function>
void require_valid(const std::shared_ptr<const Function>& function, const std::string& what) {
  if (!function)
    throw InputError(what + ": a law is the user's, but there is none; give a function");
  if (!function->call && (function->library.empty() || function->name.empty()))
    throw InputError(
        what + ": a law of the user's has no function; give one, or a library and a name in it");
}

template <class Function>
void require_loaded(const std::shared_ptr<const Function>& function, const std::string& what) {
  require_valid(function, what);
  if (!function->call)
    throw InputError(fmt::format("{}: '{}' of {} is not loaded; see loaded() in user_function.h",
                                 what, function->name, function->library.string()));
}

template std::shared_ptr<const UserNormalLaw> loaded(const UserNormalLaw&);
template std::shared_ptr<const UserFrictionLaw> loaded(const UserFrictionLaw&);
template std::shared_ptr<const UserPostStep> loaded(const UserPostStep&);
template void require_valid(const std::shared_ptr<const UserNormalLaw>&, const std::string&);
template void require_valid(const std::shared_ptr<const UserFrictionLaw>&, const std::string&);
template void require_valid(const std::shared_ptr<const UserPostStep>&, const std::string&);
template void require_loaded(const std::shared_ptr<const UserNormalLaw>&, const std::string&);
template void require_loaded(const std::shared_ptr<const UserFrictionLaw>&, const std::string&);
template void require_loaded(const std::shared_ptr<const UserPostStep>&, const std::string&);

}  // namespace condyle
