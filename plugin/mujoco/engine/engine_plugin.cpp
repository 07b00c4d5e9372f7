// The library that MuJoCo loads with mj_loadPluginLibrary(), or from the folder mujoco_plugin
// beside its program simulate: registers plugins by which a model names its layers, contacts,
// ligaments and sensors itself. Each mjData of a model that has any of them gets a Plugin of
// Condyle's.
#include <mujoco/mujoco.h>

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "condyle/error.h"
#include "condyle/mujoco/plugin.h"
#include "plugin/mujoco/src/engine_hooks.h"
#include "plugin/mujoco/src/model_filters.h"
#include "plugin/mujoco/src/model_settings.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/plugin_instances.h"

namespace condyle::mujoco {
namespace {

/// What an mjData has. MuJoCo makes instances one after the other, and resets them when the data is
/// complete.
struct Attached {
  mjData* data = nullptr;
  const mjModel* model = nullptr;  ///< of the plugin
  std::unique_ptr<Plugin> plugin;
  std::shared_ptr<const ModelMemory> start;
  int instances = 0;
  int first = -1;  ///< the instance that acts for all
};

struct AllAttached {
  std::mutex mutex;
  std::map<const mjData*, std::unique_ptr<Attached>> of;
};

AllAttached& all_attached() {
  static AllAttached all;
  return all;
}

/// A Plugin makes an mjData of its own, which needs none.
thread_local bool is_making_plugin = false;

/// Calls what may throw, and stops MuJoCo with the message once all is unwound.
template <class Call>
void or_stop(const Call& call) {
  static thread_local std::string message;
  message.clear();
  try {
    return call();
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "A function of the user's threw what is no std::exception";
  }
  mju_error("%s", message.c_str());
}

Attached* attached_to(const mjData* data) {
  AllAttached& all = all_attached();
  const std::lock_guard lock(all.mutex);
  const auto found = all.of.find(data);
  return found == all.of.end() ? nullptr : found->second.get();
}

bool has_contact(const mjModel& model) { return (model.opt.disableflags & mjDSBL_CONTACT) == 0; }

/// Throws InputError for what a model says wrongly or in vain: nobody registers more than it says.
void check(const mjModel& model) {
  const ModelSettings settings = read_settings(model);
  for (const auto& [what, pair] : settings.pairs)
    require_may_touch(model, pair.casting, pair.target, what);
  std::vector<int> geoms;
  for (const auto& [geom, layer] : settings.layers) geoms.push_back(geom);
  if (geoms.empty() || any_may_touch(model, geoms)) return;
  throw InputError(
      "Condyle: of the geoms with layers no two can touch; give a layer to what they touch too, as "
      "contact with a geom without one is MuJoCo's own, and look at contype, conaffinity and "
      "<exclude>");
}

/// While MuJoCo compiles a model it disables contact: then what the model says is only checked.
void make_plugin(const mjModel* model, Attached& attached) {
  if (!has_contact(*model)) return check(*model);
  struct Making {
    Making() { is_making_plugin = true; }
    ~Making() { is_making_plugin = false; }
  } const making;
  // The plugin sets margins of geoms and limits of tendons, in the model that the step reads.
  auto plugin = std::make_unique<Plugin>(const_cast<mjModel&>(*model), *attached.data);
  plugin->add_from_model();
  attached.start = plugin->save();
  attached.plugin = std::move(plugin);
  attached.model = model;
}

/// MuJoCo does not say whether the model is still there.
void end_plugin(Attached& attached) {
  if (attached.plugin) hooks_of(*attached.data)->leave_model();
  attached.plugin.reset();
}

/// Makes the plugin if there is none, or one of another model.
void require_plugin(const mjModel* model, Attached& attached) {
  if (attached.plugin && attached.model != model) end_plugin(attached);
  if (!attached.plugin) make_plugin(model, attached);
}

/// What Condyle carries starts anew; what MuJoCo carries stays, as its reset or the user set it.
void restart(Attached& attached) {
  const std::shared_ptr<const ModelMemory> now = attached.plugin->save();
  ModelMemory anew = *now;
  static_cast<SessionMemory&>(anew) = *attached.start;
  anew.margins = attached.start->margins;
  attached.plugin->restore(anew);
}

int init(const mjModel*, mjData* data, int instance) {
  data->plugin_data[instance] = 0;
  if (is_making_plugin) return 0;
  AllAttached& all = all_attached();
  const std::lock_guard lock(all.mutex);
  std::unique_ptr<Attached>& attached = all.of[data];
  if (!attached) attached = std::make_unique<Attached>();
  attached->data = data;
  if (attached->instances++ == 0) attached->first = instance;
  data->plugin_data[instance] = reinterpret_cast<std::uintptr_t>(attached.get());
  return 0;
}

void destroy(mjData* data, int instance) {
  if (data->plugin_data[instance] == 0) return;
  data->plugin_data[instance] = 0;
  AllAttached& all = all_attached();
  std::unique_ptr<Attached> last;
  const std::lock_guard lock(all.mutex);
  const auto found = all.of.find(data);
  if (found == all.of.end() || --found->second->instances > 0) return;
  last = std::move(found->second);
  all.of.erase(found);
  end_plugin(*last);
}

void reset(const mjModel* model, mjtNum*, void* plugin_data, int instance) {
  auto* const attached = static_cast<Attached*>(plugin_data);
  if (attached == nullptr || attached->first != instance) return;
  or_stop([&] {
    require_plugin(model, *attached);
    if (attached->plugin) restart(*attached);
  });
}

void copy(mjData* to, const mjModel* model, const mjData* from, int instance) {
  Attached *const target = attached_to(to), *const source = attached_to(from);
  if (target == nullptr || source == nullptr || !source->plugin || target->first != instance)
    return;
  or_stop([&] {
    require_plugin(model, *target);
    if (target->plugin) target->plugin->restore(*source->plugin->save());
  });
}

void compute(const mjModel* model, mjData* data, int instance, int capability) {
  const Attached* const attached = attached_to(data);
  if (attached == nullptr) return;
  if (!attached->plugin) {
    if (has_contact(*model))
      mju_error(
          "Contact was disabled when this mjData was made or reset last; reset it, so that "
          "Condyle's geoms get their contact");
    return;
  }
  if (attached->model != model)
    mju_error("This mjData was made with another mjModel; reset it with this one");
  if (capability == mjPLUGIN_SENSOR) return hooks_of(*data)->fill_sensor_of(instance);
  if (attached->first == instance) or_stop([data] { hooks_of(*data)->require_rows_set(); });
}

void visualize(const mjModel*, mjData* data, const mjvOption*, mjvScene* scene, int instance) {
  const Attached* const attached = attached_to(data);
  if (attached == nullptr || !attached->plugin || attached->first != instance) return;
  or_stop([&] {
    attached->plugin->update();
    if (attached->plugin->draw_pressure(*scene) == 0 || scene->status != 0) return;
    scene->status = 1;
    mju_warning(
        "The scene has no room for all triangles under pressure; give it more than %d geoms",
        scene->maxgeom);
  });
}

int dimension_of_sensor(const mjModel* model, int instance, int) {
  int dimension = 0;
  or_stop([&] { dimension = dimension_of(sensor_of_instance(*model, instance)); });
  return dimension;
}

void register_plugin(const char* name, int capability) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  const std::vector<std::string> keys = keys_of_plugin(name);
  std::vector<const char*> attributes;
  for (const std::string& key : keys) attributes.push_back(key.c_str());
  plugin.name = name;
  plugin.nattribute = static_cast<int>(attributes.size());
  plugin.attributes = attributes.data();
  plugin.capabilityflags = capability;
  plugin.needstage = mjSTAGE_ACC;
  plugin.nstate = [](const mjModel*, int) { return 0; };
  plugin.nsensordata = dimension_of_sensor;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.copy = copy;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.visualize = visualize;
  mjp_registerPlugin(&plugin);
}

void register_all() {
  for (const char* const name : {k_contact_plugin, k_layer_plugin, k_ligament_plugin})
    register_plugin(name, mjPLUGIN_PASSIVE);
  for (const char* const name : {k_pressure_plugin, k_taxel_plugin})
    register_plugin(name, mjPLUGIN_SENSOR);
}

}  // namespace
}  // namespace condyle::mujoco

#if mjVERSION_HEADER >= 3007000
mjPLUGIN_LIB_INIT(condyle) { condyle::mujoco::register_all(); }
#else
mjPLUGIN_LIB_INIT { condyle::mujoco::register_all(); }
#endif
