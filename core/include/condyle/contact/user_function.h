#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "condyle/contact/user_law.h"

namespace condyle {

/// A user function, written in C++ or loaded from a library. user_law.h describes its input and
/// output in both cases. It returns 0 on success and may throw.
template <class Signature>
struct UserFunction {
  /// What the function takes and gives.
  using Type = Signature;

  std::string name = {};  ///< name in messages; the symbol if the function is in a library
  std::function<Signature> call = {};   ///< the function itself; empty: it is in a library
  std::vector<double> parameters = {};  ///< as user_law.h passes them, each in its own unit
  /// For laws: whether the function returns slopes. If not, central differences are used.
  bool gives_slopes = true;
  std::filesystem::path library = {};  ///< library that contains the function; empty: none
};

/// A law of the normal force, a law of friction, and a function that is called after each step.
using UserNormalLaw = UserFunction<int(const condyle_normal_input*, condyle_normal_force*)>;
using UserFrictionLaw = UserFunction<int(const condyle_friction_input*, condyle_friction_force*)>;
using UserPostStep = UserFunction<int(const condyle_post_step*)>;

/// Loads the function `name` of `library`, which stays loaded as long as the function lives. Loads
/// exactly this path, without searching other folders. Throws InputError naming the file and the
/// reason: it does not exist, is not a library, lacks the function, or was compiled for another
/// version of the interface.
template <class Function>
std::shared_ptr<const Function> loaded(const Function& named);

/// Loads a function by path, name and parameters, each in its own unit. Throws InputError as
/// loaded() does.
template <class Function>
std::shared_ptr<const Function> load_function(const std::filesystem::path& library,
                                              const std::string& function,
                                              std::vector<double> parameters = {},
                                              bool gives_slopes = true) {
  return loaded(Function{function, {}, std::move(parameters), gives_slopes, library});
}

}  // namespace condyle
