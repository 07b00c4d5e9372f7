#include <dlfcn.h>
#include <fmt/format.h>

#include "condyle/contact/user_function.h"
#include "condyle/error.h"
#include "core/src/contact/user_call.h"

namespace condyle {
namespace {

[[noreturn]] void fail(const std::filesystem::path& library, const std::string& problem) {
  throw InputError(fmt::format("{}: {}", library.string(), problem));
}

std::string last_error() {
  const char* error = dlerror();
  return error != nullptr ? error : "for no reason that the system gives";
}

/// Opens an absolute path, since the loader would look for a bare name in its own folders.
std::shared_ptr<void> open(const std::filesystem::path& library) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(library, ignored))
    fail(library, "there is no such library of laws; compile it, or correct its path");
  void* handle = dlopen(std::filesystem::absolute(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) fail(library, "cannot be loaded: " + last_error());
  return {handle, dlclose};
}

void* symbol(void* handle, const std::filesystem::path& library, const std::string& name,
             const char* remedy) {
  dlerror();
  void* found = dlsym(handle, name.c_str());
  if (found == nullptr) fail(library, fmt::format("has no function '{}'; {}", name, remedy));
  return found;
}

void require_version(void* handle, const std::filesystem::path& library) {
  const auto version = reinterpret_cast<int (*)()>(
      symbol(handle, library, "condyle_user_law_version", "put CONDYLE_USER_LAWS into its source"));
  const int found = version();
  if (found == CONDYLE_USER_LAW_VERSION) return;
  fail(library, fmt::format("is of version {} of user_law.h, and this program of version {}; "
                            "compile it again with the program's header",
                            found, CONDYLE_USER_LAW_VERSION));
}

}  // namespace

template <class Function>
std::shared_ptr<const Function> loaded(const Function& named) {
  const std::shared_ptr<void> handle = open(named.library);
  require_version(handle.get(), named.library);
  auto* const function = reinterpret_cast<typename Function::Type*>(
      symbol(handle.get(), named.library, named.name, "is it CONDYLE_LAW, and spelled so?"));
  auto result = std::make_shared<Function>(named);
  result->call = [handle, function](auto*... arguments) { return function(arguments...); };
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
