// Every law in the table of laws against its description. A new law is tested without further code.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/src/base/enum_words.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle::test::law_table_tests {
using namespace scene;

namespace {

using Catch::Contains;
using nlohmann::json;

constexpr double k_dissipation = 0.4;

/// The middle of a slider's range, in its logarithm where the range is positive.
double usual_value(const LawParameter& parameter) {
  return parameter.usual_low > 0 ? std::sqrt(parameter.usual_low * parameter.usual_high)
                                 : 0.5 * (parameter.usual_low + parameter.usual_high);
}

bool replaces(const LawParameter& parameter) {
  return parameter.need == LawParameter::replaces_required;
}

/// A law with all parameters except those that replace others.
NormalLaw usual_law(const LawDescription& description) {
  NormalLaw law{.kind = description.kind};
  for (const LawParameter& parameter : description.parameters)
    if (!replaces(parameter)) law.*parameter.value = usual_value(parameter);
  if (description.is_of_layers) law.stiffness = 4e9;  // about that of a triangle's layers
  return law;
}

double force(const NormalLaw& law, double z, double rate) {
  return evaluate(law, k_dissipation, z, rate).force;
}

json scene_with(const json& contact) {
  json scene = json::parse(R"({"condyle_scene": 1, "name": "laws", "bodies": [
    {"name": "ground", "kind": "fixed", "meshes": [{"name": "top",
      "primitive": {"shape": "box", "size": [1, 1, 1]},
      "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.003}}]},
    {"name": "box", "kind": "dynamic", "density": 1000, "meshes": [{"name": "shell",
      "primitive": {"shape": "box", "size": [0.1, 0.2, 0.3]},
      "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}],
    "contacts": [{"name": "touch", "casting": {"body": "box", "mesh": "shell"},
      "target": {"body": "ground", "mesh": "top"}}]})");
  for (const auto& [key, value] : contact.items()) scene["contacts"][0][key] = value;
  return scene;
}

Scene read(const TemporaryFolder& folder, const json& contact) {
  return read_scene(folder.write("scene.json", scene_with(contact).dump()));
}

/// Values just outside a parameter's range in files.
std::vector<double> out_of_range(const LawParameter& parameter) {
  const double most = std::min(parameter.most, parameter.most_in_files);
  std::vector<double> values{parameter.least - 0.1, most * 1.1};
  if (parameter.is_open || replaces(parameter)) values.push_back(parameter.least);
  return values;
}

}  // namespace

TEST_CASE(
    "the table of laws is in the order of their kinds, each with all "
    "that it needs",
    "[contact][law]") {
  std::vector<std::string> names = law_names();
  CHECK(names.size() == force_laws().size() + words_of<Formulation>().size() + 1);
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
  CHECK(describe(NormalLawKind::elastic_foundation) == nullptr);
  CHECK(describe(NormalLawKind::user) == nullptr);
  for (const LawDescription* law : force_laws()) {
    INFO(law->name);
    CHECK(describe(law->kind) == law);
    CHECK(std::string(law->formula) != "");
    CHECK(std::string(law->source) != "");
    CHECK(law->has_rate != nullptr);
    CHECK(law->evaluate != nullptr);
    CHECK_NOTHROW(require_valid(usual_law(*law), "ball on plate"));
  }
}

TEST_CASE("slopes of every law are its derivatives, and its energy is its integral",
          "[contact][law]") {
  std::mt19937 random(20263);
  std::uniform_real_distribution<double> depth(2e-5, 8e-4), part(-0.3, 0.6);
  for (const LawDescription* description : force_laws()) {
    const NormalLaw law = usual_law(*description);
    int compared = 0;
    for (int i = 0; i < 200; ++i) {
      // Speeds at which the force neither vanishes nor consists of damping alone.
      const double z = depth(random), still = force(law, z, 0);
      const double damping = evaluate(law, k_dissipation, z, 0).by_rate;
      const double v = part(random) * (damping > 0 ? std::min(1.0, still / damping) : 1.0);
      const double h = 1e-4 * z, w = 1e-4 * std::max(std::abs(v), 1e-6);
      INFO(description->name << " at " << z << " m, " << v << " m/s");
      const NormalSample sample = evaluate(law, k_dissipation, z, v);
      CHECK(sample.force >= 0);
      CHECK(sample.by_rate >= 0);
      if (sample.force == 0 || force(law, z - h, v - w) == 0) continue;
      ++compared;
      const double by_depth = (force(law, z + h, v) - force(law, z - h, v)) / (2 * h);
      const double by_rate = (force(law, z, v + w) - force(law, z, v - w)) / (2 * w);
      CHECK(sample.by_depth == Approx(by_depth).epsilon(1e-5).margin(1e-5 * sample.force / z));
      CHECK(sample.by_rate == Approx(by_rate).epsilon(1e-5).margin(1e-8 * sample.force / w));
    }
    CHECK(compared > 100);
    CHECK(force(law, 0, 1) == 0);
    CHECK(force(law, -1e-3, 1) == 0);

    constexpr int k_parts = 4000;  // Simpson's rule
    constexpr double k_depth = 1e-3, k_part = k_depth / k_parts;
    double work = 0;
    for (int i = 0; i < k_parts; i += 2)
      work += k_part / 3 *
              (force(law, i * k_part, 0) + 4 * force(law, (i + 1) * k_part, 0) +
               force(law, (i + 2) * k_part, 0));
    CHECK(evaluate(law, k_dissipation, k_depth, 0).energy == Approx(work).epsilon(1e-6));
  }
}

TEST_CASE("a law has a rate where its force follows one", "[contact][law]") {
  for (const LawDescription* description : force_laws()) {
    INFO(description->name);
    const NormalLaw with = usual_law(*description);
    CHECK(has_rate(with, k_dissipation));
    CHECK(evaluate(with, k_dissipation, 5e-4, 0).by_rate > 0);
    NormalLaw without{.kind = description->kind, .stiffness = 1e8};  // by the defaults
    CHECK_FALSE(has_rate(without, 0));
    CHECK(evaluate(without, 0, 5e-4, 0.1).by_rate == 0);
  }
}

TEST_CASE("of every law each figure out of its range is refused by name", "[contact][law]") {
  for (const LawDescription* description : force_laws()) {
    for (const LawParameter& parameter : description->parameters) {
      std::vector<double> wrong{parameter.least - 0.1, NAN, INFINITY, parameter.most * 1.1};
      if (parameter.is_open) wrong.push_back(parameter.least);
      for (const double value : wrong) {
        INFO(description->name << ": " << parameter.name << " = " << value);
        NormalLaw law = usual_law(*description);
        law.*parameter.value = value;
        CHECK_THROWS_AS(require_valid(law, "ball on plate"), InputError);
        CHECK_THROWS_WITH(require_valid(law, "ball on plate"),
                          Contains("ball on plate") && Contains(parameter.name));
      }
    }
  }
}

TEST_CASE("scene file: every law of the table is read and written", "[model]") {
  const TemporaryFolder folder;
  for (const LawDescription* description : force_laws()) {
    for (const bool by_replacing : {false, true}) {
      json contact = {{"law", description->name}};
      NormalLaw expected{.kind = description->kind};
      for (const LawParameter& parameter : description->parameters) {
        if (replaces(parameter) && !by_replacing) continue;
        if (replaces(parameter) || counts(parameter, expected))
          contact[parameter.name] = expected.*parameter.value = usual_value(parameter);
      }
      if (!description->is_of_layers) {
        contact["acting"] = "triangles";
        expected.acting = Acting::triangles;
      }
      INFO(contact);
      const Scene scene = read(folder, contact);
      CHECK(scene.contacts[0].settings.normal == expected);
      write_scene(folder / "again.json", scene);
      CHECK(read_scene(folder / "again.json").contacts[0].settings.normal == expected);

      for (const auto& [key, value] : contact.items()) {
        if (key == "law" || key == "acting") continue;
        const auto parameter = std::ranges::find(description->parameters, key,
                                                 [](const LawParameter& p) { return p.name; });
        for (const double wrong : out_of_range(*parameter)) {
          json with = contact;
          with[key] = wrong;
          INFO(key << " = " << wrong);
          CHECK_THAT(input_error_of([&] { read(folder, with); }),
                     Contains("contacts[0]") && Contains(key));
        }
      }
    }
  }
}

TEST_CASE("scene file: a law without what it needs names each of its figures", "[model]") {
  const TemporaryFolder folder;
  for (const LawDescription* description : force_laws()) {
    if (std::ranges::none_of(description->parameters, [](const LawParameter& parameter) {
          return parameter.need == LawParameter::required;
        }))
      continue;
    const std::string message = input_error_of([&] { read(folder, {{"law", description->name}}); });
    INFO(message);
    CHECK_THAT(message, Contains("law '" + std::string(description->name) + "' needs"));
    for (const LawParameter& parameter : description->parameters)
      CHECK_THAT(message, Contains("'" + std::string(parameter.name) + "'"));
  }
}

TEST_CASE(
    "Lankarani and Nikravesh's is Hunt and Crossley's with the damping "
    "of a restitution",
    "[contact][law]") {
  NormalLaw law{.kind = NormalLawKind::lankarani_nikravesh,
                .stiffness = 3e7,
                .exponent = 1.4,
                .restitution = 0.8,
                .impact_speed = 0.25};
  NormalLaw same = law;
  same.kind = NormalLawKind::hunt_crossley;
  const double dissipation = (1 - 0.8 * 0.8) / (2 * 0.25);  // 3/2 c = 3/4 (1 - e^2) / v
  for (const double rate : {-0.3, -0.01, 0.0, 0.02, 0.25})
    CHECK(evaluate(law, 0, 4e-4, rate).force ==
          Approx(evaluate(same, dissipation, 4e-4, rate).force).epsilon(1e-14));
}

}  // namespace condyle::test::law_table_tests
