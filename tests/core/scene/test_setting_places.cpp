// Every described setting against its place in scene files. A new setting is tested without further
// code.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/scene/src/setting_descriptions.h"

namespace condyle::test::setting_places_tests {
using namespace scene;

namespace {

/// Another value than the default.
template <class T>
void set_other(const SettingDescription<T>& setting, T& settings) {
  if (const auto* number = std::get_if<double T::*>(&setting.member))
    settings.** number = 0.25 * setting.usual_low + 0.75 * setting.usual_high;
  else if (const auto* flag = std::get_if<bool T::*>(&setting.member))
    settings.** flag = !(settings.**flag);
  else if (const auto* two = std::get_if<TwoWordMember<T>>(&setting.member))
    settings.*two->value = !(settings.*two->value);
  else if (const auto& word = std::get<WordMember<T>>(setting.member); true)
    word.set(settings, (word.place(settings) + 1) % static_cast<int>(word.words().size()));
}

Scene scene_with(const ContactSettings& settings, const Layer& layer) {
  Scene scene{.name = "places"};
  const MeshFromPrimitive box{.shape = PrimitiveShape::box, .size = {0.1, 0.1, 0.1}};
  SceneBody ground{.name = "ground", .kind = BodyKind::fixed};
  ground.meshes.push_back({.name = "top", .source = box, .layer = layer});
  SceneBody body{.name = "box", .kind = BodyKind::dynamic, .density = 1000};
  body.meshes = ground.meshes;
  scene.bodies = {ground, body};
  scene.contacts.push_back({.name = "touch",
                            .casting = {"box", "top"},
                            .target = {"ground", "top"},
                            .settings = settings});
  return scene;
}

Scene written_and_read(const Scene& scene) {
  const TemporaryFolder folder;
  write_scene(folder / "scene.json", scene);
  return read_scene(folder / "scene.json");
}

template <class T>
void require_sound(Settings<T> settings) {
  std::set<std::string> names;
  for (const SettingDescription<T>& each : settings) {
    CAPTURE(each.name);
    CHECK(names.insert(each.name).second);
    CHECK(find_setting(settings, each.symbol) == &each);
    CHECK(first_sentence(each.meaning).size() > 3);
    if (!std::holds_alternative<double T::*>(each.member)) continue;
    const NumberRange& range = each.quantity.range;
    CHECK(each.usual_low < each.usual_high);
    CHECK((each.usual_low >= range.min && each.usual_high <= range.max));
  }
}

/// The settings with one number at an end of the range of files, or just beyond it.
template <class T>
T with(const SettingDescription<T>& setting, T settings, double value) {
  settings.*std::get<double T::*>(setting.member) = value;
  return settings;
}

/// The core's checks accept the whole range of files, and refuse what is just beyond a bound that
/// is theirs too.
template <class T>
void require_core_takes(Settings<T> all, const T& settings, const std::set<std::string>& bounded) {
  std::set<std::string> found;
  for (const SettingDescription<T>& each : all) {
    if (!std::holds_alternative<double T::*>(each.member)) continue;
    CAPTURE(each.name);
    const NumberRange& range = each.quantity.range;
    const double inf = std::numeric_limits<double>::infinity();
    const double least = range.open_min ? std::nextafter(range.min, inf) : range.min;
    for (const double value : {least, range.max})
      CHECK_NOTHROW(require_valid(with(each, settings, value), ""));
    if (!bounded.contains(each.name)) continue;
    found.insert(each.name);
    for (const double value : {range.min, std::nextafter(range.max, inf)})
      CHECK_THROWS_AS(require_valid(with(each, settings, value), ""), InputError);
  }
  CHECK(found == bounded);
}

}  // namespace

TEST_CASE("ranges of settings: what files take, the core takes", "[scene][settings]") {
  require_core_takes(layer_settings(), elastic_layer(5e6, 0.4, 0.003),
                     {"elastic_modulus", "poissons_ratio"});
  // min_proximity reaches as far as max_proximity may, which must be above it.
  require_core_takes(contact_settings(),
                     {.min_proximity = -2 * mesh::k_farthest_coordinate,
                      .max_proximity = 2 * mesh::k_farthest_coordinate},
                     {"layer_tolerance"});
}

TEST_CASE("descriptions of settings: names are unique, sliders within the range of files",
          "[scene][settings]") {
  require_sound(contact_settings());
  require_sound(layer_settings());
  require_sound(friction_settings());
  for (const LawDescription* law : force_laws()) require_sound(law_settings(law->kind));
  CHECK(law_settings(NormalLawKind::elastic_foundation).empty());
  CHECK(law_settings(NormalLawKind::user).size() == 1);
}

TEST_CASE("settings of contacts: each is written to a scene file and read again",
          "[scene][settings]") {
  for (const SettingDescription<ContactSettings>& each : contact_settings()) {
    CAPTURE(each.name);
    ContactSettings settings;
    if (!each.counts_in(settings)) settings.formulation = Formulation::elastic_layer;
    REQUIRE(each.counts_in(settings));
    set_other(each, settings);
    CHECK_FALSE(has_default(each, settings));
    CHECK(written_and_read(scene_with(settings, {5e6, 0.4, 0.003})).contacts[0].settings ==
          settings);
  }
}

TEST_CASE("settings of layers and friction: each is written to a scene file and read again",
          "[scene][settings]") {
  for (const SettingDescription<Layer>& each : layer_settings()) {
    CAPTURE(each.name);
    Layer layer{5e6, 0.4, 0.003};
    set_other(each, layer);
    CHECK(written_and_read(scene_with({}, layer)).bodies[0].meshes[0].layer == layer);
  }
  for (const FrictionMode mode :
       {FrictionMode::on, FrictionMode::dynamic_only, FrictionMode::off, FrictionMode::stiction}) {
    Friction friction{.mode = mode};
    for (const SettingDescription<Friction>& each : friction_settings())
      if (each.counts_in(friction) && std::string(each.name) != "mode") set_other(each, friction);
    if (mode != FrictionMode::dynamic_only) friction.friction_speed = 2 * friction.stiction_speed;
    const ContactSettings settings{.friction = friction};
    CAPTURE(mode);
    CHECK(written_and_read(scene_with(settings, {5e6, 0.4, 0.003})).contacts[0].settings ==
          settings);
  }
}

}  // namespace condyle::test::setting_places_tests
