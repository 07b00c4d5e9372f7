#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/contact/layer.h"
#include "condyle/pose.h"
#include "core/scene/src/json_node.h"

namespace condyle {

/// Reads a layer from a text such as "E=463e6,nu=0.46,h=0.008": E in Pa, h in m, in any order, each
/// exactly once, and optionally "yield=15e6", the yield stress in Pa. With LayerUse::elastic the
/// text may also be "rigid", nu may be 0.5 and h "half_space". If `otherwise` > 0, h may be missing
/// and is then `otherwise` [m]. Throws InputError that names `option`.
Layer parse_layer(const std::string& text, const std::string& option, LayerUse use = LayerUse::any,
                  double otherwise = 0);

/// A pose at which `condyle contact` evaluates a pair.
struct ContactPose {
  std::string id_json;  ///< the id as it is written in the file: a JSON string or number
  Pose X_CT;            ///< pose of the target mesh in the casting mesh frame [m]
};

/// Reads the 16 numbers of a rigid pose, row by row. Throws InputError that names the place and
/// `id`.
Pose read_pose(const scene::JsonNode& node, const std::string& id);

/// Reads a list of {"id", "T_target_in_casting": 16 numbers, row-major}. Throws InputError that
/// names the file and the place, and also the id if a matrix is not a rigid pose.
std::vector<ContactPose> read_contact_poses(const std::filesystem::path& file);

}  // namespace condyle
