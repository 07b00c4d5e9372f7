// The user's answers about the libraries of scenes.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "condyle/error.h"
#include "core/mesh/temporary_folder.h"
#include "view/library_answers.h"
#include "world/scene_world.h"

namespace condyle::test::library_answers_tests {
namespace {

/// The user's settings folder, in a temporary folder.
class Settings {
 public:
  Settings() {
    if (const char* value = std::getenv("XDG_CONFIG_HOME")) before_ = value;
    setenv("XDG_CONFIG_HOME", (folder / "settings").c_str(), 1);
  }
  ~Settings() {
    if (before_) setenv("XDG_CONFIG_HOME", before_->c_str(), 1);
    if (!before_) unsetenv("XDG_CONFIG_HOME");
  }
  const TemporaryFolder folder;

 private:
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("library answers: hold for a path and its content until they are taken back",
          "[libraries]") {
  const Settings settings;
  const auto a = settings.folder.write("a.so", "code"), b = settings.folder.write("b.so", "code");
  CHECK_FALSE(library_answer(a));
  keep_library_answer(a, scene::LibraryUse::allowed);
  keep_library_answer(b, scene::LibraryUse::refused);
  CHECK(library_answer(a) == scene::LibraryUse::allowed);
  CHECK(library_answer(settings.folder / "x" / ".." / "a.so") == scene::LibraryUse::allowed);
  CHECK(library_answer(b) == scene::LibraryUse::refused);
  keep_library_answer(b, scene::LibraryUse::allowed);
  CHECK(library_answer(b) == scene::LibraryUse::allowed);

  settings.folder.write("a.so", "Code");
  CHECK_FALSE(library_answer(a));
  CHECK(library_answer(b) == scene::LibraryUse::allowed);
  settings.folder.write("a.so", "code");
  forget_library_answers();
  CHECK_FALSE(library_answer(a));
  CHECK_NOTHROW(forget_library_answers());  // there are no answers yet
}

TEST_CASE("library answers: their file may be broken, which is no answer", "[libraries]") {
  const Settings settings;
  const auto library = settings.folder.write("a.so", "code");
  const std::string text = GENERATE(as<std::string>(), "", "nonsense", "{}", "[1]", "null",
                                    R"([{"file": "a.so", "sha256": 1, "allowed": true}])");
  keep_library_answer(library, scene::LibraryUse::allowed);
  std::ofstream(settings.folder / "settings/condyle/libraries.json") << text;
  CHECK_FALSE(library_answer(library));
  keep_library_answer(library, scene::LibraryUse::allowed);
  CHECK(library_answer(library) == scene::LibraryUse::allowed);
}

TEST_CASE("a world is not made of a scene whose libraries are not loaded", "[libraries]") {
  UserNormalLaw law;
  law.name = "hertz";
  law.library = "laws.so";
  scene::Scene scene;
  scene.contacts.emplace_back().name = "touch";
  scene.contacts[0].settings.normal.kind = NormalLawKind::user;
  scene.contacts[0].settings.normal.user = std::make_shared<const UserNormalLaw>(law);
  CHECK_THROWS_WITH(SceneWorld(scene), Catch::Contains("law 'hertz' of contact 'touch'") &&
                                           Catch::Contains("laws.so"));
}

}  // namespace condyle::test::library_answers_tests
