#include "contact/contact_input.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "condyle/pose.h"
#include "contact/setting_text.h"
#include "core/scene/src/json_node.h"
#include "core/src/base/pose_flaw.h"

namespace condyle {
namespace {

constexpr const char* k_layer_example = "give it as E=463e6,nu=0.46,h=0.008 (E in Pa, h in m)";

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
    throw InputError(fmt::format("{}: a side can only be rigid with --law elastic_layer; {}",
                                 option, k_layer_example));
  }
  Layer layer{.thickness = otherwise, .use = use};
  GivenSettings given = set_by_assignments(scene::layer_settings(), layer, text, option);
  if (otherwise > 0) given.insert("thickness");
  for (const scene::SettingDescription<Layer>& each : scene::layer_settings())
    if (each.is_required && !given.contains(each.name))
      throw InputError(fmt::format("{}: {} is missing; {}", option, each.symbol, k_layer_example));
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
