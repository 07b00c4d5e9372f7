#include "plugin/mujoco/src/model_settings.h"

#include <fmt/core.h>

#include <string_view>

#include "condyle/error.h"
#include "plugin/mujoco/src/model_words.h"
#include "plugin/mujoco/src/plugin_instances.h"

namespace condyle::mujoco {
namespace {

constexpr std::string_view k_layer = "condyle.layer.", k_strand = "condyle.strand.",
                           k_pair = "condyle.pair.", k_sensor = "condyle.sensor.",
                           k_contact = "condyle.contact", k_all = "condyle.";

/// The object that a text is about, by the rest of its name.
int object_of(const mjModel& model, const std::string& text, std::string_view prefix, mjtObj kind,
              const char* what) {
  const std::string name = text.substr(prefix.size());
  const int id = mj_name2id(&model, kind, name.c_str());
  if (id < 0)
    throw InputError(fmt::format("<custom> text '{}': the model has no {} '{}'", text, what, name));
  return id;
}

}  // namespace

ModelSettings read_settings(const mjModel& model) {
  ModelSettings settings;
  for (int i = 0; i < model.ntext; ++i) {
    const std::string name = mj_id2name(&model, mjOBJ_TEXT, i);
    if (!name.starts_with(k_all)) continue;
    const std::string data(model.text_data + model.text_adr[i]);
    const std::string what = fmt::format("<custom> text '{}'", name);
    if (name.starts_with(k_layer)) {
      LayerText layer;
      const int geom = object_of(model, name, k_layer, mjOBJ_GEOM, "geom");
      read_words(what, data, model_words(layer));
      require_valid(layer.layer, what);
      settings.layers.push_back({geom, layer});
    } else if (name.starts_with(k_strand)) {
      ligament::Strand strand{.name = name.substr(k_strand.size())};
      const int tendon = object_of(model, name, k_strand, mjOBJ_TENDON, "tendon");
      read_words(what, data, model_words(strand));
      require_valid(strand, what);
      settings.strands.push_back({tendon, strand});
    } else if (name.starts_with(k_pair)) {
      PairText pair;
      read_words(what, data, model_words(pair));
      require_valid(pair.settings, what);
      settings.pairs.push_back({what, pair});
    } else if (name.starts_with(k_sensor)) {
      Sensor sensor;
      const std::string of = name.substr(k_sensor.size());
      object_of(model, name, k_sensor, mjOBJ_SENSOR, "sensor");
      read_words(what, data, model_words(sensor));
      settings.sensors.push_back({what, of, sensor});
    } else if (name == k_contact) {
      settings.contact.emplace();
      read_words(what, data, model_words(*settings.contact));
      require_valid(*settings.contact, what);
    } else {
      throw InputError(
          what +
          ": Condyle reads condyle.layer.GEOM, condyle.strand.TENDON, condyle.pair.NAME, "
          "condyle.sensor.NAME and condyle.contact");
    }
  }
  read_instances(model, settings);
  return settings;
}

}  // namespace condyle::mujoco
