#include "engine/mujoco/robot_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

/// MuJoCo reads numbers that are not finite with a warning.
void require_numbers(const mjModel& m, const std::string& file) {
  const auto require_finite = [&file](const mjtNum* numbers, int count, const char* of_what) {
    if (!std::all_of(numbers, numbers + count, [](mjtNum x) { return std::isfinite(x); }))
      throw InputError(fmt::format("{}: a number of its {} is not finite", file, of_what));
  };
  const int bodies = mujoco::int_of(m.nbody), geoms = mujoco::int_of(m.ngeom);
  const int keys = mujoco::int_of(m.nkey);
  require_finite(m.body_pos, 3 * bodies, "bodies' positions");
  require_finite(m.body_quat, 4 * bodies, "bodies' orientations");
  require_finite(m.body_mass, bodies, "bodies' masses");
  require_finite(m.geom_pos, 3 * geoms, "geoms' positions");
  require_finite(m.geom_quat, 4 * geoms, "geoms' orientations");
  require_finite(m.geom_size, 3 * geoms, "geoms' sizes");
  require_finite(m.opt.gravity, 3, "gravity");
  require_finite(m.key_time, keys, "keyframes' times");
  require_finite(m.key_qpos, keys * mujoco::int_of(m.nq), "keyframes' positions (qpos)");
  require_finite(m.key_qvel, keys * mujoco::int_of(m.nv), "keyframes' velocities (qvel)");
  require_finite(m.key_ctrl, keys * mujoco::int_of(m.nu), "keyframes' controls (ctrl)");
  constexpr double k_shortest = 1e-5, k_longest = 1;  // as of --rate
  if (!(m.opt.timestep >= k_shortest && m.opt.timestep <= k_longest))
    throw InputError(
        fmt::format("{}: its time step of {:g} s is out of range; give <option timestep=..> from "
                    "{:g} to {:g} s",
                    file, m.opt.timestep, k_shortest, k_longest));
}

}  // namespace

OwnedModel load_robot(const std::filesystem::path& named) {
  const std::filesystem::path file = std::filesystem::absolute(named);
  pugi::xml_document document;
  const pugi::xml_parse_result read = document.load_file(file.c_str());
  if (!read)
    throw InputError(fmt::format("{}: no XML, which a robot's model is: {}", named.string(),
                                 read.description()));
  if (!document.child("mujoco") && !document.child("robot"))
    throw InputError(fmt::format("{}: neither a model of MuJoCo's (<mujoco>) nor a URDF (<robot>)",
                                 named.string()));
  OwnedModel model = document.child("robot")
                         ? load_model_text(extended_urdf(document, file), named.string())
                         : load_model_file(file, named.string());
  require_numbers(*model, named.string());
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
