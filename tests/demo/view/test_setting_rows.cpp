#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "view/setting_rows.h"

namespace condyle::test::setting_rows_tests {
namespace {

template <class T>
std::set<std::string> rows_of(scene::Settings<T> settings, const T& object, bool is_live) {
  std::set<std::string> names;
  for (const bool is_often_set : {true, false})
    for (const auto* setting : shown_settings(settings, object, {is_live, is_often_set}))
      CHECK(names.insert(setting->name).second);
  return names;
}

}  // namespace

TEST_CASE("rows of the viewer: each setting of a contact has one where it has an effect",
          "[viewer][settings]") {
  std::set<std::string> all;
  for (const Formulation law : {Formulation::linear, Formulation::elastic_layer})
    all.merge(rows_of(scene::contact_settings(), ContactSettings{.formulation = law}, true));
  for (const auto& each : scene::contact_settings()) CHECK(all.contains(each.name));
  CHECK_FALSE(rows_of(scene::contact_settings(), ContactSettings{}, true).contains("node_spacing"));
  CHECK_FALSE(rows_of(scene::contact_settings(), ContactSettings{}, false).contains("dissipation"));
}

TEST_CASE("rows of the viewer: a law and friction have those of their parameters",
          "[viewer][settings]") {
  NormalLaw hertz{.kind = NormalLawKind::hertz, .stiffness = 1e9};
  const auto of_hertz = scene::law_settings(NormalLawKind::hertz);
  CHECK(rows_of(of_hertz, hertz, true).contains("stiffness"));
  hertz.radius = 0.03;
  CHECK_FALSE(rows_of(of_hertz, hertz, true).contains("stiffness"));
  const auto of_friction = scene::friction_settings();
  CHECK(rows_of(of_friction, Friction{.mode = FrictionMode::off}, true) ==
        std::set<std::string>{"mode"});
  CHECK(rows_of(of_friction, Friction{.mode = FrictionMode::stiction}, true)
            .contains("stick_stiffness"));
  CHECK(rows_of(of_friction, Friction{}, false).empty());
}

TEST_CASE("sliders have the units that are usual in joints", "[viewer][settings]") {
  const SliderRange modulus = slider_of({.unit = "Pa"}, 1e4, 3e11);
  CHECK(range_text(modulus) == "0.01 to 3e+05 MPa");
  CHECK(modulus.logarithmic);
  CHECK(range_text(slider_of({}, 0, 0.499)) == "0 to 0.499");
  CHECK(setting_label("max_proximity", "max_proximity") == "max proximity");
  CHECK(setting_label("elastic_modulus", "E") == "E");
}

}  // namespace condyle::test::setting_rows_tests
