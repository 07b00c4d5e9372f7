#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/user_law.h"

namespace condyle {

/// A function that the user wrote, in C++ or in a library: what it is asked and answers is in
/// user_law.h, whichever it is. As there, it is to return 0; it may throw.
template <class Signature>
struct UserFunction {
  using Type = Signature;

  std::string name = {};  ///< for messages; of one in a library that of its symbol
  std::function<Signature> call = {};
  std::vector<double> parameters = {};
  /// Of a law: whether it fills in its slopes. Where not they are made as central differences.
  bool gives_slopes = true;
  std::filesystem::path library = {};  ///< of which it is; empty: none
};

using UserNormalLaw = UserFunction<int(const condyle_normal_input*, condyle_normal_force*)>;
using UserFrictionLaw = UserFunction<int(const condyle_friction_input*, condyle_friction_force*)>;
using UserPostStep = UserFunction<int(const condyle_post_step*)>;

/// The function called `name` of `library`, which stays loaded as long as it lives. The library is
/// loaded by this path alone: nothing is searched for. Throws InputError that names the file and
/// says why: it is not there, no library, has not that function, or is of another version.
template <class Function>
std::shared_ptr<const Function> loaded(const Function& named);

/// The same from path, function and parameters.
template <class Function>
std::shared_ptr<const Function> load_function(const std::filesystem::path& library,
                                              const std::string& function,
                                              std::vector<double> parameters = {},
                                              bool gives_slopes = true) {
  return loaded(Function{function, {}, std::move(parameters), gives_slopes, library});
}

struct NormalSample;

/// Force of friction, or traction where asked per area.
struct FrictionSample {
  double force = 0;
  double by_speed = 0;
  double by_normal = 0;
};

/// Ask a law, in one call. Throw SimulationError that names the law, the pair and what it was asked
/// where it throws, returns anything but 0, or answers with what is not a number.
void ask(const UserNormalLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_touch> touches, std::span<NormalSample> samples);
void ask(const UserFrictionLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_slip> slips, std::span<FrictionSample> samples);

/// Tells a post-step function; the parts of `step` that this interface keeps are filled in. Throws
/// SimulationError as above.
void tell(const UserPostStep& function, const condyle_contact& contact, condyle_post_step step);

/// Throws InputError naming `what` where there is none, or, of one that has to be loaded, no name.
template <class Function>
void require_valid(const std::shared_ptr<const Function>& function, const std::string& what);

/// Throws InputError naming `what` where it has not been loaded.
template <class Function>
void require_loaded(const std::shared_ptr<const Function>& function, const std::string& what);

}  // namespace condyle
