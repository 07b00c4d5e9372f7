// A library of another version than the headers. mj_version() of this program takes the place of
// the library's, as it is linked before it.
#include <dlfcn.h>
#include <mujoco/mujoco.h>

#include <catch2/catch.hpp>
#include <string>

#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

int pretended_version = 0;  ///< 0: the library's

}  // namespace

TEST_CASE("a library of another version than the headers is refused by both numbers") {
  using Catch::Contains;
  REQUIRE(mj_version() == mjVERSION_HEADER);
  TrialModel trial("<mujoco/>");
  pretended_version = mjVERSION_HEADER + 1;
  CHECK_THROWS_WITH(Plugin(*trial.model, *trial.data),
                    Contains(std::to_string(mjVERSION_HEADER)) &&
                        Contains(std::to_string(mjVERSION_HEADER + 1)) && Contains("compile"));
  pretended_version = 0;
  CHECK_NOTHROW(Plugin(*trial.model, *trial.data));
}

}  // namespace condyle::mujoco

extern "C" int mj_version() {
  if (condyle::mujoco::pretended_version != 0) return condyle::mujoco::pretended_version;
  static const auto of_library = reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, "mj_version"));
  return of_library();
}
