#pragma once

#include <memory>
#include <span>
#include <string>

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/user_function.h"

namespace condyle {

/// Force of friction, or traction if per area, with its slopes.
struct FrictionSample {
  double force = 0;
  double by_speed = 0;
  double by_normal = 0;
};

/// Evaluate a law in one call. Throw SimulationError naming the law, the pair and the input if the
/// law throws, does not return 0, or returns numbers that are not finite.
void ask(const UserNormalLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_touch> touches, std::span<NormalSample> samples);
void ask(const UserFrictionLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_slip> slips, std::span<FrictionSample> samples);

/// Calls a post-step function, after filling in version and contact of `step`. Throws
/// SimulationError as ask() does.
void call_post_step(const UserPostStep& function, const condyle_contact& contact,
                    condyle_post_step step);

/// Throws InputError naming `what` if there is no function, or if a function to be loaded has no
/// name.
template <class Function>
void require_valid(const std::shared_ptr<const Function>& function, const std::string& what);

/// Throws InputError naming `what` if the function has not been loaded.
template <class Function>
void require_loaded(const std::shared_ptr<const Function>& function, const std::string& what);

/// Whether the settings contain a function of the user.
bool has_user_function(const ContactSettings& settings);

/// Throws InputError naming `what` if a function from a library of the user has not been loaded.
void require_loaded(const ContactSettings& settings, const std::string& what);

}  // namespace condyle
