#include "mujoco/trial_model.h"

#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "condyle/condyle.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

/// The stack of a model that asks for room for rows. Early versions set hundreds of megabytes or
/// more to zero for each model otherwise, enough for the square of that room.
std::string with_stack(std::string mjcf) {
#if mjVERSION_HEADER < 230
  const std::string size = "<size ";
  const std::size_t at = mjcf.find(size);
  if (at != std::string::npos) mjcf.insert(at + size.size(), R"(nstack="2000000" )");
#endif
  return mjcf;
}

mjModel* load(const std::string& mjcf) {
  constexpr const char* k_file = "trial.xml";
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  // Also called by threads, which Catch knows nothing of.
  if (!put_file(*files, k_file, with_stack(mjcf))) throw std::runtime_error("no room for a file");
  char error[1000] = "";
  mjModel* const model = mj_loadXML(k_file, files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error(error);
  return model;
}

constexpr double k_gravity = 9.81;

}  // namespace

TrialModel::TrialModel(const std::string& mjcf) : model(load(mjcf)), data(mj_makeData(model)) {}

TrialModel::~TrialModel() {
  mj_deleteData(data);
  mj_deleteModel(model);
}

std::string PlateOnBall::mjcf() const {
  return fmt::format(R"(<mujoco>
    <option timestep="{:.17g}" gravity="{:.17g} 0 {:.17g}" {}/>
    <size nconmax="400" njmax="1500"/>
    <worldbody>
      <geom name="ball" type="sphere" size="0.05"/>
      <body name="plate" pos="0 0 {:.17g}">{}
        <geom name="plate" type="box" size="0.04 0.04 0.005" mass="{:.17g}"/>
      </body>
    </worldbody>{}
  </mujoco>)",
                     1 / rate, k_gravity * std::sin(tilt), -k_gravity * std::cos(tilt), options,
                     0.055 + gap, joints, mass, more);
}

ContactSettings PlateOnBall::settings() const {
  ContactSettings settings;
  settings.lumped = false;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = friction;
  settings.friction.stiction_speed = 1e-4;
  settings.friction.friction_speed = 1.5e-4;
  return settings;
}

PlateColliders add_colliders(const TrialModel& trial, const PlateOnBall& described,
                             Plugin& plugin) {
  const Layer layer{.elastic_modulus = 2.6e8, .poissons_ratio = 0, .thickness = 1e-3};
  PlateColliders added;
  added.ball = plugin.add_collider(
      trial.geom("ball"), std::make_shared<ContactSurface>(geometry::Shape(geometry::Sphere{0.05}),
                                                           TriangleMesh{}, layer, "ball"));
  added.plate = plugin.add_collider(
      trial.geom("plate"), std::make_shared<ContactSurface>(
                               mesh::make_box({0.08, 0.08, 0.01}, {40, 40, 4}), layer, "plate"));
  plugin.set_contact(added.plate, added.ball, described.settings());
  return added;
}

PlateWorld::PlateWorld(const PlateOnBall& described, double load)
    : trial(described.mjcf()), plugin(*trial.model, *trial.data) {
  const PlateColliders added = add_colliders(trial, described, plugin);
  ball = added.ball;
  plate = added.plate;
  mjtNum* const force = trial.data->xfrc_applied + 6 * trial.body("plate");
  force[0] = load * std::sin(described.tilt);
  force[2] = -load * std::cos(described.tilt);
  weight = load + k_gravity * described.mass;
}

void PlateWorld::run(double time) {
  const auto steps = std::lround(time / trial.model->opt.timestep);
  for (long step = 0; step < steps; ++step) plugin.step();
}

}  // namespace condyle::mujoco
