#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/mujoco/plugin.h"

namespace condyle::mujoco {

/// A model of MuJoCo's from text, and its data.
struct TrialModel {
  explicit TrialModel(const std::string& mjcf);
  ~TrialModel();
  TrialModel(const TrialModel&) = delete;
  TrialModel& operator=(const TrialModel&) = delete;

  int body(const char* name) const { return mj_name2id(model, mjOBJ_BODY, name); }
  int geom(const char* name) const { return mj_name2id(model, mjOBJ_GEOM, name); }

  mjModel* model;
  mjData* data;
};

/// A plate of 80 x 80 x 10 mm under the top of a fixed ball of 50 mm radius, which it nearly
/// touches at the start, seen upside down: the plate lies on the ball. `joints`: those of the
/// plate.
struct PlateOnBall {
  std::string joints = R"(<joint type="slide" axis="0 0 1"/>)";
  double rate = 240;  ///< steps per second
  double mass = 0.3;  ///< [kg]
  double gap = 1e-4;  ///< [m]
  double friction = 0;
  double tilt = 0;  ///< of gravity and load [rad]
  std::string options = R"(cone="elliptic" tolerance="1e-14" iterations="200")";
  std::string more = {};  ///< further elements of the model

  std::string mjcf() const;
  ContactSettings settings() const;
};

struct PlateColliders {
  ColliderId ball, plate;
};
/// Registers ball and plate with a plugin of the model.
PlateColliders add_colliders(const TrialModel& trial, const PlateOnBall& described, Plugin& plugin);

/// The plate on the ball, with the plugin, and a load on the plate.
struct PlateWorld {
  explicit PlateWorld(const PlateOnBall& described, double load = 0);

  /// Steps for this time [s].
  void run(double time);
  const PairReport& pair() const { return plugin.pairs().front(); }
  double applied() const { return pair().F_casting_W.force.norm(); }  ///< by MuJoCo's rows [N]
  double shown() const { return pair().result().F_casting_C.force.norm(); }  ///< by triangles [N]

  TrialModel trial;
  Plugin plugin;
  ColliderId ball, plate;
  double weight;  ///< weight and load, in the direction of gravity [N]
};

}  // namespace condyle::mujoco
