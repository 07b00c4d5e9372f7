#include "engine/mujoco/robot_engine.h"

#include <fmt/format.h>

#include "condyle/error.h"
#include "engine/mujoco/model_engine.h"
#include "engine/mujoco/robot_model.h"
#include "plugin/mujoco/src/model_settings.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle {
namespace {

class RobotEngine final : public ModelEngine {
 public:
  RobotEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built)
      : ModelEngine(scene, built, load_robot(scene.robot->model)) {
    put_at_start(*model_, *data_);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) ids_.push_back(static_cast<int>(i));
    add_colliders();
    add_strands();
    for (const auto& [what, name, sensor] : mujoco::read_settings(*model_).sensors)
      add_sensor(name, sensor);
    mj_kinematics(model_.get(), data_.get());
  }

  double hinge_angle(int) const override { return 0; }  // no scene of a robot has driven hinges

  void step(double dt, const DrivenAmounts&, const DrivenAmounts& after) override {
    mju_copy(data_->ctrl, after.controls.data(), mujoco::int_of(model_->nu));
    step_plugin(dt);
    mj_kinematics(model_.get(), data_.get());
    auto sensed = sensed_.begin();
    for (const std::string& sensor : sensors_)
      for (const double value : plugin_->readings(sensor)) (sensed++)->value = value;
  }

  std::span<const Sensed> sensed() const override { return sensed_; }

 private:
  /// Taxels are seen on the map itself.
  void add_sensor(const std::string& name, const mujoco::Sensor& sensor) {
    plugin_->add_sensor(name, sensor);
    if (sensor.measures == mujoco::Measure::taxels) return;
    sensors_.push_back(name);
    const bool is_vector = dimension_of(sensor) > 1;
    for (const char* const axis : {"_x", "_y", "_z"}) {
      sensed_.push_back({name + (is_vector ? axis : ""), unit_of(sensor.measures), 0});
      if (!is_vector) break;
    }
  }

  int geom_of(int body, int mesh) const override {
    const std::string& name =
        scene_.bodies[static_cast<std::size_t>(body)].meshes[static_cast<std::size_t>(mesh)].name;
    for (int geom = 0; geom < model_->ngeom; ++geom)
      if (name_in_model(*model_, mjOBJ_GEOM, geom) == name) return geom;
    return -1;
  }
  int tendon_of(const scene::SceneLigament& ligament) const override {
    return id(mjOBJ_TENDON, ligament.strand.name);
  }
  Pose X_MP(int body) const override { return built_[static_cast<std::size_t>(body)].X_BP; }

  std::vector<std::string> sensors_;
  std::vector<Sensed> sensed_;  ///< their numbers, in this order
};

}  // namespace

std::unique_ptr<SceneEngine> make_robot_engine(const scene::Scene& scene,
                                               const std::vector<BuiltBody>& built) {
  try {
    return std::make_unique<RobotEngine>(scene, built);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", scene.robot->model.string(), error.what()));
  }
}

}  // namespace condyle
