#include <catch2/catch.hpp>
#include <limits>

#include "condyle/contact/contact_settings.h"
#include "condyle/error.h"

namespace condyle::test::contact_settings_tests {

TEST_CASE("contact settings outside their range are refused by name", "[contact][settings]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const ContactSettings& settings, const char* word) {
    CHECK_THROWS_AS(require_valid(settings, "knee"), condyle::InputError);
    CHECK_THROWS_WITH(require_valid(settings, "knee"),
                      Catch::Contains("knee") && Catch::Contains(word));
  };
  CHECK_NOTHROW(require_valid(ContactSettings{}, "knee"));
  refused({.max_proximity = 0}, "max_proximity");
  refused({.max_proximity = nan}, "max_proximity");
  refused({.min_proximity = 0.02}, "min_proximity");
  refused({.min_proximity = nan}, "min_proximity");
  refused({.dissipation = -1}, "dissipation");
  refused({.node_spacing = -1e-3}, "node_spacing");
  refused({.node_spacing = nan}, "node_spacing");
  refused({.layer_tolerance = 0}, "layer_tolerance");
  refused({.wear_coefficient = -1e-15}, "wear_coefficient");
  refused({.wear_coefficient = nan}, "wear_coefficient");
  refused({.friction = {.stiction_speed = -1}}, "stiction speed");
}

}  // namespace condyle::test::contact_settings_tests
