#include <fmt/format.h>

#include "condyle/error.h"
#include "condyle/scene/materials.h"
#include "new_joint/joint_scenes.h"

namespace condyle {

scene::SceneMesh mesh_of_part(const std::string& name, const JointPart& part, const Pose& X_BM,
                              const std::string& material, double thickness) {
  const scene::Material& known = *scene::find_material(material);
  Layer layer{.elastic_modulus = known.elastic_modulus.value,
              .poissons_ratio = known.poissons_ratio.value,
              .thickness = thickness,
              .yield_stress = known.yield_stress.value};
  return {.name = name,
          .source = scene::MeshFromFile{.file = part.file, .unit = part.unit},
          .X_BM = X_BM,
          .layer = layer};
}

Friction friction_of(const std::string& a, const std::string& b, bool lubricated) {
  Friction friction;
  if (const scene::MaterialPair* pair = scene::find_material_pair(a, b, lubricated)) {
    friction.static_coefficient = pair->static_coefficient.value;
    friction.dynamic_coefficient = pair->dynamic_coefficient.value;
  }
  return friction;
}

}  // namespace condyle
