#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "condyle/pose.h"

namespace condyle {

/// Reads a layer from "E=463e6,nu=0.46,h=0.008": E in pascal, h in metres, in any order, each once.
/// Throws InputError that names `option`.
Layer parse_layer(const std::string& text, const std::string& option);

/// One pose at which a pair is evaluated.
struct ContactPose {
  std::string id_json;  ///< the id as it stands in the file: a JSON string or number
  Pose X_CT;            ///< target mesh in the casting mesh frame [m]
};

/// Reads a list of {"id", "T_target_in_casting": 16 numbers, row-major}. Throws InputError with
/// file and place, where a matrix is not a rigid pose also with its id.
std::vector<ContactPose> read_contact_poses(const std::filesystem::path& file);

}  // namespace condyle
