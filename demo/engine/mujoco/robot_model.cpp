#include "engine/mujoco/robot_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <pugixml.hpp>
#include <sstream>

#include "condyle/error.h"

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

mjModel* load_urdf(pugi::xml_document& document, const std::filesystem::path& file, char* error,
                   int size) {
  const std::string text = extended_urdf(document, file);
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  constexpr const char* k_name = "robot.xml";
  mj_makeEmptyFileVFS(files.get(), k_name, static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), k_name)], text.data(), text.size());
  mjModel* const model = mj_loadXML(k_name, files.get(), error, size);
  mj_deleteVFS(files.get());
  return model;
}

}  // namespace

OwnedModel load_robot(const std::filesystem::path& named) {
  static std::mutex mutex;  // MuJoCo's parser is not for several threads
  const std::scoped_lock lock(mutex);
  const std::filesystem::path file = std::filesystem::absolute(named);
  pugi::xml_document document;
  const pugi::xml_parse_result read = document.load_file(file.c_str());
  if (!read) throw InputError(fmt::format("{}: {}", named.string(), read.description()));
  if (!document.child("mujoco") && !document.child("robot"))
    throw InputError(fmt::format("{}: neither a model of MuJoCo's (<mujoco>) nor a URDF (<robot>)",
                                 named.string()));
  char error[1000] = "";
  OwnedModel model(document.child("robot")
                       ? load_urdf(document, file, error, sizeof error)
                       : mj_loadXML(file.c_str(), nullptr, error, sizeof error));
  if (!model) {
    std::string reason = error;
    std::ranges::replace(reason, '\n', ' ');
    throw InputError(fmt::format("{}: MuJoCo refuses it: {}", named.string(), reason));
  }
  model->nconmax = std::max(model->nconmax, k_contacts);
  model->njmax = std::max(model->njmax, k_rows);
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
