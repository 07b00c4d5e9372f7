#pragma once

#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::bench {

/// A casting and a target mesh, and the poses of a slow motion of the target in the casting frame:
/// what every contender gets to compute.
struct PairSequence {
  std::string name;
  TriangleMesh casting, target;
  Layer casting_layer, target_layer;
  ContactSettings settings;
  std::vector<Pose> poses_CT;
};

/// A total knee replacement, tibial insert on femoral component (15,042 on 24,960 triangles), in a
/// recorded flexion of 500 steps. Needs the data beside the checkout: has_implants().
bool has_implants();
PairSequence implants();

/// The knee of our own generator, as the scene knee_replacement moves it in ten seconds, at 60 Hz.
PairSequence generated_knee();

}  // namespace condyle::bench
