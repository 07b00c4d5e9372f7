#pragma once

#include <mujoco/mujoco.h>

#include <string>
#include <vector>

#include "plugin/mujoco/src/model_settings.h"

namespace condyle::mujoco {

// The engine plugins by which a model says in <extension> and <sensor> what texts say in <custom>:
// the keys of their <config> are the words of the texts (model_texts.h).

inline constexpr const char *k_contact_plugin = "condyle.contact",  ///< casting, target: of a pair
    *k_layer_plugin = "condyle.layer",                              ///< geom: which has the layer
        *k_ligament_plugin = "condyle.ligament",                    ///< tendon: its strand's
            *k_pressure_plugin = "condyle.pressure",                ///< a sensor
                *k_taxel_plugin = "condyle.taxels";                 ///< a sensor of taxels

/// The keys of a plugin's <config>.
std::vector<std::string> keys_of_plugin(const std::string& plugin);

/// Whether an instance is of either sensor plugin; not if it is -1.
bool is_sensor_plugin(const mjModel& model, int instance);

/// The sensor of an instance of either sensor plugin. Throws InputError naming it.
Sensor sensor_of_instance(const mjModel& model, int instance);

/// Adds what the instances say. Throws as read_settings() does.
void read_instances(const mjModel& model, ModelSettings& settings);

}  // namespace condyle::mujoco
