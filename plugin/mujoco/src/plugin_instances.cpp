#include "plugin/mujoco/src/plugin_instances.h"

#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"
#include "plugin/mujoco/src/model_words.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

/// What an instance of any of the plugins may say.
struct Instance {
  std::string geom, tendon;
  LayerText layer;
  ligament::Strand strand;
  PairText pair;
  Sensor sensor;
};

ModelWords joined_words(ModelWord first, ModelWords rest) {
  rest.insert(rest.begin(), std::move(first));
  return rest;
}

ModelWords words_of_plugin(const std::string& plugin, Instance& instance) {
  if (plugin == k_contact_plugin) return model_words(instance.pair);
  if (plugin == k_layer_plugin)
    return joined_words(model_word("geom", instance.geom), model_words(instance.layer));
  if (plugin == k_ligament_plugin)
    return joined_words(model_word("tendon", instance.tendon), model_words(instance.strand));
  ModelWords words = model_words(instance.sensor);
  const bool is_of_taxels = plugin == k_taxel_plugin;
  std::erase_if(words, [is_of_taxels](const ModelWord& word) {
    const bool of_taxels = word.name == "rows" || word.name == "columns";
    return is_of_taxels ? word.name == "measures" : of_taxels;
  });
  return words;
}

bool is_ours(const std::string& plugin) {
  return std::ranges::any_of(
      std::initializer_list<const char*>{k_contact_plugin, k_layer_plugin, k_ligament_plugin,
                                         k_pressure_plugin, k_taxel_plugin},
      [&plugin](const char* name) { return plugin == name; });
}

std::string what_of(const mjModel& model, int instance) {
  const char* const name = name_of_instance(model, instance);
  return fmt::format("plugin {}, instance '{}'", plugin_of(model, instance),
                     name == nullptr ? "" : name);
}

Instance read_instance(const mjModel& model, int instance) {
  Instance read;
  SaidWords said;
  const std::string what = what_of(model, instance);
  for (const ModelWord& word : words_of_plugin(plugin_of(model, instance), read)) {
    const char* const value = config_of(model, instance, word.name.c_str());
    if (value == nullptr || *value == '\0') continue;
    if (const char* const expected = word.set(value))
      throw InputError(fmt::format("{}: the value '{}' of the key '{}' is not {}", what, value,
                                   word.name, expected));
    said.insert(word.name);
  }
  if (plugin_of(model, instance) == std::string(k_taxel_plugin))
    read.sensor.measures = Measure::taxels;
  const std::string plugin = plugin_of(model, instance);
  if (plugin == k_contact_plugin) complete(what, said, read.pair.settings);
  if (plugin == k_layer_plugin) complete(what, said, read.layer.layer);
  if (plugin == k_ligament_plugin) complete(what, said, read.strand);
  return read;
}

/// An instance without a <config> only asks for the plugin.
bool says_anything(const mjModel& model, int instance) {
  return std::ranges::any_of(keys_of_plugin(plugin_of(model, instance)), [&](const auto& key) {
    const char* const value = config_of(model, instance, key.c_str());
    return value != nullptr && *value != '\0';
  });
}

int require_named(const mjModel& model, mjtObj kind, const char* key, const std::string& name,
                  const std::string& what) {
  const int id = mj_name2id(&model, kind, name.c_str());
  if (id < 0)
    throw InputError(fmt::format("{}: the model has no {} '{}'; give the key '{}' its name", what,
                                 key, name, key));
  return id;
}

/// The sensor of the model that an instance fills; its name, and its place among all.
void read_sensor(const mjModel& model, int instance, const Sensor& sensor, const std::string& what,
                 ModelSettings& settings) {
  for (int i = 0; i < model.nsensor; ++i) {
    if (instance_of_sensor(model, i) != instance) continue;
    const char* const name = mj_id2name(&model, mjOBJ_SENSOR, i);
    if (name == nullptr || *name == '\0')
      throw InputError(what + ": its sensor has no name; give <plugin name=\"..\"> one");
    settings.sensors.push_back({fmt::format("sensor '{}'", name), name, sensor});
  }
}

void read_contact(const PairText& pair, const std::string& what, ModelSettings& settings) {
  require_valid(pair.settings, what);
  if (!pair.casting.empty() || !pair.target.empty()) {
    settings.pairs.push_back({what, pair});
  } else if (settings.contact) {
    throw InputError(what +
                     ": the contact of all pairs is said twice; name casting and target here, or "
                     "leave out the text condyle.contact or the other instance");
  } else {
    settings.contact = pair.settings;
  }
}

}  // namespace

std::vector<std::string> keys_of_plugin(const std::string& plugin) {
  Instance unused;
  std::vector<std::string> keys;
  for (const ModelWord& word : words_of_plugin(plugin, unused)) keys.push_back(word.name);
  return keys;
}

bool is_sensor_plugin(const mjModel& model, int instance) {
  if (instance < 0) return false;
  const std::string plugin = plugin_of(model, instance);
  return plugin == k_pressure_plugin || plugin == k_taxel_plugin;
}

Sensor sensor_of_instance(const mjModel& model, int instance) {
  constexpr int k_most_taxels = 1000000;
  const Sensor sensor = read_instance(model, instance).sensor;
  const bool is_of_taxels = plugin_of(model, instance) == std::string(k_taxel_plugin);
  if (!is_of_taxels && sensor.measures == Measure::taxels)
    throw InputError(fmt::format("{}: taxels are of the plugin {}; name that one",
                                 what_of(model, instance), k_taxel_plugin));
  if (is_of_taxels &&
      (sensor.rows < 1 || sensor.columns < 1 || sensor.rows > k_most_taxels / sensor.columns))
    throw InputError(
        fmt::format("{}: {} x {} cells; give rows and columns of at least 1, and at "
                    "most {} cells",
                    what_of(model, instance), sensor.rows, sensor.columns, k_most_taxels));
  return sensor;
}

void read_instances(const mjModel& model, ModelSettings& settings) {
  for (int i = 0; i < count_instances(model); ++i) {
    const std::string plugin = plugin_of(model, i);
    if (!is_ours(plugin)) continue;
    const std::string what = what_of(model, i);
    Instance said = read_instance(model, i);
    if (plugin == k_layer_plugin) {
      require_valid(said.layer.layer, what);
      settings.layers.push_back(
          {require_named(model, mjOBJ_GEOM, "geom", said.geom, what), said.layer});
    } else if (plugin == k_ligament_plugin) {
      said.strand.name = said.tendon;
      require_valid(said.strand, what);
      settings.strands.push_back(
          {require_named(model, mjOBJ_TENDON, "tendon", said.tendon, what), said.strand});
    } else if (plugin == k_contact_plugin) {
      if (says_anything(model, i)) read_contact(said.pair, what, settings);
    } else {
      read_sensor(model, i, said.sensor, what, settings);
    }
  }
}

}  // namespace condyle::mujoco
