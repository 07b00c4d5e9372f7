#include "condyle/mujoco/plugin.h"

#include <fmt/core.h>

#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "plugin/mujoco/src/geom_surface.h"
#include "plugin/mujoco/src/model_filters.h"
#include "plugin/mujoco/src/model_settings.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/tendon_path.h"

namespace condyle::mujoco {

Plugin::Plugin(mjModel& model, mjData& data, const StepSettings& settings)
    : AnySession(std::make_unique<MujocoSession>(model, data, checked(settings))),
      session_(static_cast<MujocoSession&>(*state_)) {}

ColliderId Plugin::add_collider(int geom, const Layer& layer, const std::string& name) {
  SessionCollider collider{.name = session_.name_of(geom, name)};
  set_surface(surface_of(session_.model, geom, layer, collider.name), collider);
  return session_.add_geom(geom, std::move(collider));
}

ColliderId Plugin::add_collider(int geom, std::shared_ptr<const ContactSurface> surface,
                                const Pose& X_GS, const std::string& name) {
  SessionCollider collider{.X_BS = X_GS, .name = session_.name_of(geom, name)};
  if (!surface) throw InputError(collider.name + ": its ContactSurface is null");
  require_rigid(X_GS, collider.name);
  set_surface(std::move(surface), collider);
  return session_.add_geom(geom, std::move(collider));
}

std::optional<ColliderId> Plugin::collider(int geom) const { return session_.collider_of(geom); }

ColliderId Plugin::add_layer(int geom, const LayerText& text) {
  SessionCollider collider{.name = session_.name_of(geom, "")};
  set_surface(surface_of(session_.model, geom, text.layer, collider.name, text.mesh), collider);
  return session_.add_geom(geom, std::move(collider));
}

Plugin::FromModel Plugin::add_from_model() {
  const ModelSettings settings = read_settings(session_.model);
  FromModel added;
  std::vector<std::string> sensors;
  try {
    for (const auto& [geom, layer] : settings.layers)
      added.colliders.push_back(add_layer(geom, layer));
    for (const auto& [tendon, strand] : settings.strands) {
      const TendonPath along = path_of_tendon(session_.model, tendon, strand.name);
      added.strands.push_back(add_strand(strand, tendon, along.bodies, along.path));
    }
    for (const auto& [what, pair] : settings.pairs) {
      set_contact(session_.collider_of(pair.casting, what), session_.collider_of(pair.target, what),
                  pair.settings, {}, pair.side);
      require_may_touch(session_.model, pair.casting, pair.target, what);
    }
    if (settings.contact) set_default_contact(*settings.contact);
    for (const auto& [what, name, sensor] : settings.sensors) {
      session_.add_sensor(what, name, sensor);
      sensors.push_back(name);
    }
  } catch (const InputError&) {
    for (const ColliderId collider : added.colliders) remove_collider(collider);
    for (const StrandId strand : added.strands) remove_strand(strand);
    for (const std::string& sensor : sensors) session_.remove_sensor(sensor);
    throw;
  }
  return added;
}

StrandId Plugin::add_strand(const ligament::Strand& strand, int tendon, std::span<const int> bodies,
                            const ligament::StrandPath& path) {
  return session_.add_strand(strand, tendon, bodies, path);
}

void Plugin::add_sensor(const std::string& name, const Sensor& sensor) {
  session_.add_sensor(fmt::format("Sensor '{}'", name), name, sensor);
}
const Sensor& Plugin::sensor(const std::string& name) const {
  return session_.reading(name).sensor;
}
std::span<const double> Plugin::readings(const std::string& sensor) const {
  return session_.reading(sensor).values;
}

void Plugin::set_mocap_velocity(int body, const Twist& velocity) {
  session_.set_mocap_velocity(body, velocity);
}
void Plugin::step() { session_.step(); }
void Plugin::update() { session_.update(); }
Twist Plugin::velocity(int body) const { return session_.present_velocity(body); }
Wrench Plugin::strand_wrench(StrandId strand, int body) const {
  return session_.strand_wrench(strand, body);
}
std::shared_ptr<const ModelMemory> Plugin::save() const {
  auto memory = std::make_shared<ModelMemory>();
  session_.save_model(*memory);
  return memory;
}
void Plugin::restore(const ModelMemory& memory) { session_.restore_model(memory); }
std::size_t Plugin::size_of(const ModelMemory& memory) { return mujoco::size_of(memory); }
std::uint64_t Plugin::hash_of(const ModelMemory& memory) { return mujoco::hash_of(memory); }
int Plugin::draw_pressure(mjvScene& scene, double most_pressure) const {
  return session_.draw_pressure(scene, most_pressure);
}
Wrench Plugin::contact_wrench(int body) const { return session_.contact_wrench(body); }

}  // namespace condyle::mujoco
