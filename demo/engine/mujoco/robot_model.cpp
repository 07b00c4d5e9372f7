#include "engine/mujoco/robot_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle {
namespace {

// Room for contact of ten pairs; MuJoCo 2 takes the square of the rows in memory.
constexpr int k_contacts = 1200, k_rows = 2500;

void set_unless_given(pugi::xml_node node, const char* name, const std::string& value) {
  if (!node.attribute(name)) node.append_attribute(name) = value.c_str();
}

/// A URDF with what MuJoCo must be told of it; meshes lie in the file's folder unless it says
/// where.
std::string extended_urdf(pugi::xml_document& document, const std::filesystem::path& file) {
  pugi::xml_node robot = document.child("robot");
  pugi::xml_node extension = robot.child("mujoco");
  if (!extension) extension = robot.prepend_child("mujoco");
  pugi::xml_node compiler = extension.child("compiler");
  if (!compiler) compiler = extension.append_child("compiler");
  set_unless_given(compiler, "fusestatic", "false");
  set_unless_given(compiler, "discardvisual", "false");
  set_unless_given(compiler, "meshdir", file.parent_path().string());
  std::ostringstream out;
  document.save(out);
  return out.str();
}

}  // namespace

OwnedModel load_robot(const std::filesystem::path& named) {
  const std::filesystem::path file = std::filesystem::absolute(named);
  pugi::xml_document document;
  const pugi::xml_parse_result read = document.load_file(file.c_str());
  if (!read) throw InputError(fmt::format("{}: {}", named.string(), read.description()));
  if (!document.child("mujoco") && !document.child("robot"))
    throw InputError(fmt::format("{}: neither a model of MuJoCo's (<mujoco>) nor a URDF (<robot>)",
                                 named.string()));
  OwnedModel model = document.child("robot")
                         ? load_model_text(extended_urdf(document, file), named.string())
                         : load_model_file(file, named.string());
  model->nconmax = std::max(mujoco::int_of(model->nconmax), k_contacts);
  model->njmax = std::max(mujoco::int_of(model->njmax), k_rows);
  model->opt.cone = mjCONE_ELLIPTIC;
  return model;
}

std::string name_in_model(const mjModel& model, mjtObj kind, int id) {
  const char* const name = mj_id2name(&model, kind, id);
  if (name != nullptr && *name != '\0') return name;
  return fmt::format("{} {}", mju_type2Str(kind), id);
}

void put_at_start(const mjModel& model, mjData& data) {
  if (model.nkey > 0) mj_resetDataKeyframe(&model, &data, 0);
  data.time = 0;
}

}  // namespace condyle
