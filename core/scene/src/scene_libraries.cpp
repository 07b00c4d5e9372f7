#include "core/scene/src/scene_libraries.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"

namespace condyle::scene {
namespace {

template <class Function>
void add_use(const std::shared_ptr<const Function>& function, const char* role,
             const SceneContact& contact, std::vector<SceneLibrary>& libraries) {
  if (!function || function->call || function->library.empty()) return;
  auto library = std::ranges::find(libraries, function->library, &SceneLibrary::file);
  if (library == libraries.end()) library = libraries.insert(library, {function->library, {}});
  library->uses.push_back(
      fmt::format("{} '{}' of contact '{}'", role, function->name, contact.name));
}

std::string name_of(const Scene& scene) {
  return scene.file.empty() ? scene.name : scene.file.string();
}

}  // namespace

std::vector<SceneLibrary> libraries_of(const Scene& scene) {
  std::vector<SceneLibrary> libraries;
  for (const SceneContact& contact : scene.contacts) {
    const ContactSettings& settings = contact.settings;
    if (settings.normal.kind == NormalLawKind::user)
      add_use(settings.normal.user, "law", contact, libraries);
    if (settings.friction.mode == FrictionMode::user)
      add_use(settings.friction.user, "friction", contact, libraries);
    add_use(settings.post_step, "post_step", contact, libraries);
  }
  return libraries;
}

void require_library_files(const Scene& scene) {
  for (const SceneLibrary& library : libraries_of(scene)) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(library.file, ignored)) continue;
    throw InputError(
        fmt::format("{}: {}: {}: there is no such library of laws; compile it, or correct its path",
                    name_of(scene), library.uses.front(), library.file.string()));
  }
}

void load_user_functions(Scene& scene, LibraryUse use) {
  const std::vector<SceneLibrary> libraries = libraries_of(scene);
  if (libraries.empty()) return;
  if (use == LibraryUse::refused) {
    const SceneLibrary& library = libraries.front();
    throw InputError(
        fmt::format("{}: {} is code of the library {}, which would run with all your rights; where "
                    "you trust it, say --allow-libraries",
                    name_of(scene), library.uses.front(), library.file.string()));
  }
  for (SceneContact& contact : scene.contacts) {
    try {
      load_user_functions(contact.settings);
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}: contact '{}': {}", name_of(scene), contact.name, error.what()));
    }
  }
}

}  // namespace condyle::scene
