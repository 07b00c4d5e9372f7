#include "view/library_question.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "view/library_answers.h"

namespace condyle {

scene::LibraryUse ask_about_libraries(const scene::Scene& scene, Window&) {
  throw InputError(
      fmt::format("{}: its contact laws have code in a library, which a browser cannot load; open "
                  "it by condyle view on a computer",
                  scene.file.string()));
}

void forget_library_answers() {}

}  // namespace condyle
