#pragma once

#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/scene/scene.h"
#include "engine/made_meshes.h"
#include "lab/still_run.h"

namespace condyle {

/// A pad over a flat plate that has the layer of what the pad touches in its scene. The pad faces
/// down, -y of the world; the plate's top is y = 0, below the middle of the pad.
struct PadRig {
  std::string name;      ///< of the pad, for people
  scene::SceneMesh pad;  ///< X_BM turns it downward
  Layer plate;           ///< of the plate
  ContactSettings settings;
  std::vector<std::string> notes;
};

/// The pad is the softer side of the scene's first contact; it faces where its triangles look at
/// the other side at time 0. Throws InputError that says what the scene lacks, as where that face
/// is hollow, so that a plate would rest on its rim.
PadRig make_pad_rig(const scene::Scene& scene, MadeMeshes& meshes);

/// The plate, tilted about x [rad], and the pad pressed on it along -y by the points' loads [N],
/// one per second. Only motion along y is free.
scene::Scene pressed_pad_scene(const PadRig& rig, double tilt,
                               const std::vector<StillPoint>& points);

/// How a plate moves below a pad.
struct PlateMotion {
  bool is_turn = false;                              ///< about the normal; else along x
  double amount = 0;                                 ///< [rad or m], reached at time 1, evenly
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< a point of the axis
};

/// The plate moved below the pad that a constant load [N] presses on it, with true stiction of the
/// static coefficient at any speed.
scene::Scene drawn_plate_scene(const PadRig& rig, double load, const PlateMotion& motion);

}  // namespace condyle
