#pragma once

#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "new_joint/femoral_shape.h"
#include "new_joint/joint_part.h"

namespace condyle {

/// A patella, or its button, that is to be put into a knee.
struct NewPatella {
  const JointPart& part;
  const JointPart& femoral;   ///< of the knee
  const FemoralShape& femur;  ///< of that part
  double scale = 1;           ///< of the knee, to the generic one
  bool is_turned_about = false;
};

/// Puts it in front of the groove of the femoral component, its lower end level with the joint
/// line, where it just does not touch, and holds it by a quadriceps to the femur and a patellar
/// tendon to the tibia, at the points of the shipped knee whose tendon carries a patella
/// (assets/scenes/knee_extension.json), times `scale`. Appends to `notes` what was found, guessed
/// and assumed. Preconditions: the knee has bodies 'femur' and 'tibia' with their parts in place,
/// extended, and a contact; the patella is its last body then, and patella_femoral its last
/// contact. Throws InputError if the part does not look like a patella or does not meet the femoral
/// component.
void add_patella(scene::Scene& knee, const NewPatella& patella, std::vector<std::string>& notes);

}  // namespace condyle
