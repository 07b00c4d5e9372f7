#include "contact_input.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <sstream>

#include "condyle/error.h"
#include "condyle/pose.h"
#include "core/scene/src/json_node.h"
#include "core/src/base/number_text.h"
#include "core/src/base/pose_flaw.h"

namespace condyle {
namespace {

[[noreturn]] void fail_layer(const std::string& option, const std::string& problem) {
  throw InputError(
      fmt::format("{}: {}; give it as E=463e6,nu=0.46,h=0.008 (E in Pa, h in m)", option, problem));
}

double number_of(const std::string& text, const std::string& key, const std::string& option) {
  const std::optional<double> value = parse_number(text);
  if (!value) fail_layer(option, fmt::format("'{}' is not a number for {}", text, key));
  return *value;
}

std::map<std::string, double> parse_assignments(const std::string& text,
                                                const std::string& option) {
  std::map<std::string, double> values;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    const std::string key = part.substr(0, equals);
    if (key != "E" && key != "nu" && key != "h" && key != "yield") {
      fail_layer(option, fmt::format("'{}' is not one of E, nu, h and yield", key));
    }
    if (equals == std::string::npos) fail_layer(option, fmt::format("{} has no value", key));
    const std::string word = part.substr(equals + 1);
    const double value = key == "h" && word == "half_space"
                             ? std::numeric_limits<double>::infinity()
                             : number_of(word, key, option);
    if (!values.emplace(key, value).second) fail_layer(option, key + " is given twice");
  }
  return values;
}

ContactPose contact_pose(const scene::JsonNode& node) {
  scene::JsonObject object(node);
  const scene::JsonNode id = object.required("id");
  const std::string id_json = id.as_json();
  const bool is_text = id_json.front() == '"';
  if (!is_text) id.number();
  const ContactPose pose{id_json, read_pose(object.required("T_target_in_casting"), id_json)};
  object.reject_other_keys();
  return pose;
}

}  // namespace

Pose read_pose(const scene::JsonNode& node, const std::string& id) {
  const std::vector<double> numbers = node.numbers();
  if (numbers.size() != 16) {
    node.fail(fmt::format("pose {} has {} numbers; give 16, row by row", id, numbers.size()));
  }
  const Eigen::Matrix4d T =
      Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers.data());
  const std::string flaw = flaw_of_pose(T);
  if (!flaw.empty()) {
    node.fail(fmt::format("pose {} is not rigid: {}; give a rotation and a translation in metres",
                          id, flaw));
  }
  return Pose(T);
}

Layer parse_layer(const std::string& text, const std::string& option, LayerUse use,
                  double otherwise) {
  if (text == "rigid") {
    if (use == LayerUse::elastic) return rigid_layer();
    fail_layer(option, "a side can only be rigid with --formulation elastic_layer");
  }
  std::map<std::string, double> values = parse_assignments(text, option);
  if (otherwise > 0) values.emplace("h", otherwise);
  values.emplace("yield", 0);
  for (const char* key : {"E", "nu", "h"}) {
    if (!values.contains(key)) fail_layer(option, fmt::format("{} is missing", key));
  }
  const Layer layer{values.at("E"), values.at("nu"), values.at("h"), use, values.at("yield")};
  require_valid(layer, option);
  return layer;
}

std::vector<ContactPose> read_contact_poses(const std::filesystem::path& file) {
  std::vector<ContactPose> poses;
  scene::JsonNode::for_each_item(
      file, [&](const scene::JsonNode& node) { poses.push_back(contact_pose(node)); });
  return poses;
}

}  // namespace condyle
