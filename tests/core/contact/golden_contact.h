#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/pose.h"

// Results of OpenSim's Smith2018ArticularContactForce for implant meshes: golden/contact.json.
namespace condyle::test {

inline std::optional<nlohmann::json> golden_contact() {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/golden/contact.json";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return std::nullopt;
  }
  return nlohmann::json::parse(std::ifstream(file));
}

inline std::filesystem::path golden_mesh_file(const nlohmann::json& golden,
                                              const std::string& mesh) {
  const std::string file = golden.at("meshes").at(mesh).at("file");
  return std::filesystem::path(CONDYLE_SHARED_DIR) / file;
}

inline Layer golden_layer(const nlohmann::json& material) {
  return {material.at("elastic_modulus"), material.at("poissons_ratio"), material.at("thickness")};
}

inline Pose golden_pose(const nlohmann::json& pose) {
  const std::vector<double> T = pose.at("T_target_in_casting");
  return Pose(
      Eigen::Matrix4d(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(T.data())));
}

inline bool is_two_layer_log(const nlohmann::json& result) {
  return result.at("formulation") == "nonlinear" && !result.at("lumped").get<bool>();
}

/// |ours - golden| / |golden| of a number, or of a list by its norm; the absolute error where
/// golden is zero.
inline double relative_error(const nlohmann::json& ours, const nlohmann::json& golden) {
  if (!golden.is_array()) {
    return relative_error(nlohmann::json::array({ours}), nlohmann::json::array({golden}));
  }
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    error += std::pow(ours.at(i).get<double>() - golden[i].get<double>(), 2);
    norm += std::pow(golden[i].get<double>(), 2);
  }
  return std::sqrt(norm > 0 ? error / norm : error);
}

/// Our name of OpenSim's figure `key`: its means are over the number of triangles.
inline std::string our_name(const std::string& key) {
  return key.starts_with("mean_") ? key + "_of_triangles" : key;
}

/// Compares an object that the program wrote with a result of the golden file.
inline void check_against_golden(const nlohmann::json& ours, const nlohmann::json& golden) {
  // Both evaluate the same formulas, so 1e-9 requires the same hits. For the two-layer logarithmic
  // law, which OpenSim solves to about 1e-7, the golden file has exact sums.
  const double tolerance = is_two_layer_log(golden) ? 1e-6 : 1e-9;
  nlohmann::json expected = golden.at("nearest_hit");
  if (is_two_layer_log(golden)) {
    for (const char* key : {"contact_force", "contact_moment", "potential_energy"}) {
      CAPTURE(key);
      CHECK(relative_error(ours.at(key), golden.at("exact_two_layer").at(key)) < 1e-9);
      expected.erase(key);
    }
  }
  CHECK(ours.at("n_contacting") == expected.at("n_contacting"));
  for (const auto& [key, value] : expected.items()) {
    CAPTURE(key);
    const std::string prefix = "regional_";
    if (!key.starts_with(prefix)) {
      CHECK(relative_error(ours.at(our_name(key)), value) < tolerance);
      continue;
    }
    for (std::size_t region = 0; region < 6; ++region) {
      const auto& there = ours.at("regions").at(region).at(our_name(key.substr(prefix.size())));
      CHECK(relative_error(there, value.at(region)) < tolerance);
    }
  }
}

}  // namespace condyle::test
