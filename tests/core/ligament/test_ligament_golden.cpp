#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "condyle/ligament/ligament_strand.h"

namespace condyle::test::ligament_golden_tests {

namespace {

constexpr double k_tolerance = 1e-12;  // both sides evaluate the same formulas

std::optional<nlohmann::json> golden() {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/golden/ligament.json";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return std::nullopt;
  }
  return nlohmann::json::parse(std::ifstream(file));
}

auto near(const nlohmann::json& value) {
  return Approx(value.get<double>()).epsilon(k_tolerance).margin(k_tolerance);
}

ligament::Strand strand_of(const nlohmann::json& row) {
  return {.name = row.value("set", "golden"),
          .linear_stiffness = row.at("linear_stiffness"),
          .slack_length = row.value("slack_length", 0.0),
          .transition_strain = row.at("transition_strain"),
          .damping_coefficient = row.value("damping_coefficient", 0.0)};
}

}  // namespace

TEST_CASE("strand equals OpenSim's Blankevoort1991Ligament", "[ligament][golden]") {
  const auto file = golden();
  if (!file) return;
  for (const auto& row : file->at("table")) {
    const ligament::StrandForce force =
        evaluate(strand_of(row), row.at("length"), row.at("lengthening_speed"));
    CAPTURE(row.dump());
    CHECK(force.strain == near(row.at("strain")));
    CHECK(force.strain_rate == near(row.at("strain_rate")));
    CHECK(force.spring_force == near(row.at("spring_force")));
    CHECK(force.damping_force == near(row.at("damping_force")));
    CHECK(force.total_force == near(row.at("total_force")));
    CHECK(force.potential_energy == near(row.at("potential_energy")));
  }
}

TEST_CASE("slack lengths equal OpenSim's", "[ligament][golden]") {
  const auto file = golden();
  if (!file) return;
  for (const auto& row : file->at("slack_length_from_reference")) {
    const bool by_strain = row.at("kind") == "strain";
    const auto slack_length = by_strain ? ligament::slack_length_from_reference_strain
                                        : ligament::slack_length_from_reference_force;
    ligament::Strand strand = strand_of(row);
    strand.slack_length = slack_length(strand, row.at("length"), row.at("value"));
    CAPTURE(row.dump());
    CHECK(strand.slack_length == near(row.at("slack_length")));
    const ligament::StrandForce after = evaluate(strand, row.at("length"), 0);
    CHECK(after.strain == near(row.at("strain_after")));
    CHECK(after.spring_force == near(row.at("spring_force_after")));
  }
}

TEST_CASE("transition lengths equal OpenSim's", "[ligament][golden]") {
  // OpenSim's force per length is k L0, which multiplies instead of dividing, so it is not
  // compared.
  const auto file = golden();
  if (!file) return;
  for (const auto& row : file->at("conversions")) {
    CHECK(transition_length(strand_of(row)) == near(row.at("transition_length")));
  }
}

}  // namespace condyle::test::ligament_golden_tests
