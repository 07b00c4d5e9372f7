#pragma once

#include <mujoco/mujoco.h>

#include <optional>
#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/mujoco/model_texts.h"

namespace condyle::mujoco {

/// What a model's `<custom>` texts say of contact.
struct ModelSettings {
  struct GeomLayer {
    int geom;
    LayerText layer;
  };
  struct TendonStrand {
    int tendon;
    ligament::Strand strand;
  };
  struct NamedSensor {
    std::string what;  ///< its text, for messages
    std::string name;
    Sensor sensor;
  };
  struct NamedPair {
    std::string what;  ///< its text, for messages
    PairText pair;
  };
  std::vector<GeomLayer> layers;      ///< in the order of the texts
  std::vector<TendonStrand> strands;  ///< in the order of the texts
  std::vector<NamedPair> pairs;       ///< in the order of the texts
  std::vector<NamedSensor> sensors;   ///< in the order of the texts
  std::optional<ContactSettings> contact;
};

/// Reads what a model says of contact: the texts "condyle.layer.GEOM", "condyle.strand.TENDON",
/// "condyle.pair.NAME", "condyle.sensor.NAME" and "condyle.contact", words "name=value" with values
/// in SI units, and the instances of engine plugins (plugin_instances.h). Throws InputError that
/// names the text, the word and what it may be.
ModelSettings read_settings(const mjModel& model);

}  // namespace condyle::mujoco
