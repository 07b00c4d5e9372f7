#include "plugin/mujoco/src/model_settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "condyle/error.h"
#include "plugin/mujoco/src/model_words.h"
#include "plugin/mujoco/src/mujoco_version.h"
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

std::string name_of(const mjModel& model, mjtObj kind, int i) {
  const char* const name = mj_id2name(&model, kind, i);
  return name == nullptr ? "" : name;  // MuJoCo has none for an empty one
}

/// Whether a name in `<custom>` is Condyle's, perhaps misspelled.
bool is_ours(std::string_view name) {
  return std::ranges::equal(name.substr(0, k_all.size()), k_all, {}, [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
}

/// Numbers and tuples say nothing to Condyle.
void require_texts(const mjModel& model) {
  const auto require_none = [&model](mjtObj kind, int count, const char* element) {
    for (int i = 0; i < count; ++i)
      if (const std::string name = name_of(model, kind, i); is_ours(name))
        throw InputError(
            fmt::format("<custom> {} '{}': Condyle reads texts alone; write "
                        "<text name=\"{}\" data=\"..\"/>",
                        element, name, name));
  };
  require_none(mjOBJ_NUMERIC, int_of(model.nnumeric), "numeric");
  require_none(mjOBJ_TUPLE, int_of(model.ntuple), "tuple");
}

/// Each pair has one text.
void require_apart(const std::vector<ModelSettings::NamedPair>& pairs) {
  for (auto i = pairs.begin(); i != pairs.end(); ++i) {
    const std::string& what = i->what;
    const PairText& pair = i->pair;
    if (pair.casting == pair.target && !pair.casting.empty())
      throw InputError(
          fmt::format("{}: '{}' is casting and target; name two geoms", what, pair.casting));
    const auto same = std::find_if(pairs.begin(), i, [&pair](const auto& other) {
      return std::minmax(pair.casting, pair.target) ==
             std::minmax(other.pair.casting, other.pair.target);
    });
    if (same != i)
      throw InputError(fmt::format("{}: the pair of '{}' and '{}' is that of {} too; leave one out",
                                   what, pair.casting, pair.target, same->what));
  }
}

}  // namespace

ModelSettings read_settings(const mjModel& model) {
  ModelSettings settings;
  require_texts(model);
  for (int i = 0; i < model.ntext; ++i) {
    const std::string name = name_of(model, mjOBJ_TEXT, i);
    if (!is_ours(name)) continue;
    const std::string data(model.text_data + model.text_adr[i]);
    const std::string what = fmt::format("<custom> text '{}'", name);
    if (name.starts_with(k_layer)) {
      LayerText layer;
      const int geom = object_of(model, name, k_layer, mjOBJ_GEOM, "geom");
      complete(what, read_words(what, data, model_words(layer)), layer.layer);
      require_valid(layer.layer, what);
      settings.layers.push_back({geom, layer});
    } else if (name.starts_with(k_strand)) {
      ligament::Strand strand{.name = name.substr(k_strand.size())};
      const int tendon = object_of(model, name, k_strand, mjOBJ_TENDON, "tendon");
      complete(what, read_words(what, data, model_words(strand)), strand);
      require_valid(strand, what);
      settings.strands.push_back({tendon, strand});
    } else if (name.starts_with(k_pair)) {
      PairText pair;
      complete(what, read_words(what, data, model_words(pair)), pair.settings);
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
      complete(what, read_words(what, data, model_words(*settings.contact)), *settings.contact);
      require_valid(*settings.contact, what);
    } else {
      throw InputError(
          what +
          ": Condyle reads condyle.layer.GEOM, condyle.strand.TENDON, condyle.pair.NAME, "
          "condyle.sensor.NAME and condyle.contact");
    }
  }
  read_instances(model, settings);
  require_apart(settings.pairs);
  return settings;
}

}  // namespace condyle::mujoco
