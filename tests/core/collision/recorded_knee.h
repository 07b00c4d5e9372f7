#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "condyle/pose.h"

namespace condyle::test {

/// The recorded flexion of a knee implant, beside the checkout or not there.
inline const std::filesystem::path k_knee_data =
    std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";

inline std::vector<Pose> read_poses(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<Pose> poses;
  for (const auto& entry : nlohmann::json::parse(stream)) {
    const auto& numbers = entry.at("T_target_in_casting");
    Pose X_CT;
    for (int i = 0; i < 16; ++i) X_CT.matrix()(i / 4, i % 4) = numbers.at(i).get<double>();
    poses.push_back(X_CT);
  }
  return poses;
}

}  // namespace condyle::test
