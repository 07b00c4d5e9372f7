#include "condyle/mujoco/plugin.h"

#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "plugin/mujoco/src/geom_surface.h"
#include "plugin/mujoco/src/mujoco_session.h"

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

void Plugin::step() { session_.step(); }
void Plugin::update() { session_.update(); }
Wrench Plugin::contact_wrench(int body) const { return session_.contact_wrench(body); }

}  // namespace condyle::mujoco
