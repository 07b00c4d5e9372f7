#include "condyle/contact/contact_settings.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/error.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/surface/layer_limits.h"

namespace condyle {
namespace {

/// Calls `work` with each function of the user.
template <class Settings, class Work>
void for_each_user_function(Settings& settings, Work&& work) {
  if (settings.normal.kind == NormalLawKind::user) work(settings.normal.user);
  if (settings.friction.mode == FrictionMode::user) work(settings.friction.user);
  if (settings.post_step) work(settings.post_step);
}

}  // namespace

bool has_user_function(const ContactSettings& settings) {
  bool has = false;
  for_each_user_function(settings, [&has](const auto&) { has = true; });
  return has;
}

void require_loaded(const ContactSettings& settings, const std::string& what) {
  for_each_user_function(settings,
                         [&what](const auto& function) { require_loaded(function, what); });
}

void load_user_functions(ContactSettings& settings) {
  for_each_user_function(settings, [](auto& function) {
    if (!function->call) function = loaded(*function);
  });
}

void require_valid(const ContactSettings& settings, const std::string& what) {
  const double min = settings.min_proximity, max = settings.max_proximity;
  if (!(max > 0) || !std::isfinite(max)) {
    throw InputError(fmt::format(
        "{}: max_proximity = {} m is out of range; give a finite value above 0 in metres", what,
        max));
  }
  if (!(min < max) || !std::isfinite(min)) {
    throw InputError(fmt::format(
        "{}: min_proximity = {} m is out of range; give a finite value below max_proximity = {} m",
        what, min, max));
  }
  if (!(settings.dissipation >= 0) || !std::isfinite(settings.dissipation)) {
    throw InputError(
        fmt::format("{}: dissipation = {} s/m is out of range; give a finite value of at least 0",
                    what, settings.dissipation));
  }
  if (!(settings.wear_coefficient >= 0) || !std::isfinite(settings.wear_coefficient)) {
    throw InputError(fmt::format(
        "{}: wear_coefficient = {} 1/Pa is out of range; give a finite value of at least 0", what,
        settings.wear_coefficient));
  }
  if (!(settings.node_spacing >= 0) || !std::isfinite(settings.node_spacing)) {
    throw InputError(
        fmt::format("{}: node_spacing = {} m is out of range; give a finite value above 0, or 0 "
                    "for the default",
                    what, settings.node_spacing));
  }
  if (!(settings.layer_tolerance > 0 && settings.layer_tolerance <= k_greatest_layer_tolerance)) {
    throw InputError(
        fmt::format("{}: layer_tolerance = {} is out of range; give a value above 0 and at most {}",
                    what, settings.layer_tolerance, k_greatest_layer_tolerance));
  }
  require_valid(settings.friction, what);
  require_valid(settings.normal, what);
  if (settings.post_step) require_valid(settings.post_step, what);
  if (is_sticking(settings.friction) && acts_on_patches(settings.normal)) {
    throw InputError(fmt::format(
        "{}: stiction holds on every triangle, and this law presses whole patches; let the law act "
        "on triangles, or take friction that is 'on'",
        what));
  }
}

}  // namespace condyle
