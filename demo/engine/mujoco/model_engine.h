#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>
#include <vector>

#include "condyle/mujoco/plugin.h"
#include "engine/built_scene.h"
#include "engine/mujoco/owned_model.h"
#include "engine/scene_engine.h"

namespace condyle {

/// A model of MuJoCo's with the plugin as an engine: what a scene and a robot have in common. A
/// derived class registers colliders and strands, and makes steps.
class ModelEngine : public SceneEngine {
 public:
  AnySession& session() override { return *plugin_; }
  void renew_collider(int body, int mesh) override;
  Wrench strand_wrench(StrandId strand, int body) const override;
  BodyState state(int body) const override;
  void put(int body, const Pose& X_WP, const Twist& velocity) override;
  void push(int body, const Wrench& F_W) override;
  bool keeps_energy() const override { return false; }
  void set_drag(double rate) override { drag_ = rate; }
  void hold(int body, bool is_held) override;
  std::shared_ptr<const EngineMoment> save() const override;
  void restore(const EngineMoment& moment) override;

 protected:
  ModelEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built, OwnedModel model);

  int id(int kind, const std::string& name) const {
    return mj_name2id(model_.get(), kind, name.c_str());
  }
  /// The geom of a mesh that takes part in contact.
  virtual int geom_of(int body, int mesh) const = 0;
  /// Pose of frame P in the frame of MuJoCo's body.
  virtual Pose X_MP(int body) const = 0;

  void add_colliders();
  void add_strands();
  StrandId add_strand(const scene::SceneLigament& ligament, int tendon);
  /// The tendon that lends its row to a ligament.
  virtual int tendon_of(const scene::SceneLigament& ligament) const = 0;
  /// Makes a step with drag and pushes; if it fails, all is as before.
  void step_plugin(double dt);

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  OwnedModel model_;
  OwnedData data_;
  std::unique_ptr<mujoco::Plugin> plugin_;
  std::vector<int> ids_;  ///< MuJoCo's, of the scene's bodies

 private:
  ColliderId add_mesh(int body, int mesh);

  double drag_ = 0;  ///< [1/s]
};

/// Sets a position and a quaternion of MuJoCo's.
void set_pose(const Pose& X, mjtNum* position, mjtNum* quaternion);

}  // namespace condyle
