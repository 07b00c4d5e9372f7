#include "condyle/contact/contact_settings.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/error.h"

namespace condyle {

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
  require_valid(settings.friction, what);
  require_valid(settings.normal, what);
  if (is_sticking(settings.friction) && acts_on_patches(settings.normal)) {
    throw InputError(fmt::format(
        "{}: stiction holds on every triangle, and this law presses whole patches; let the law act "
        "on triangles, or take friction that is 'on'",
        what));
  }
}

}  // namespace condyle
