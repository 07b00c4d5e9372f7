#include "bench/simbody_system.h"

#include "bench/capped_mesh.h"
#include "bench/simbody/foundation.h"
#include "core/src/contact/laws/pressure_law.h"

namespace condyle::bench {
namespace {

/// Pressure per depth [Pa/m], for small depths.
double foundation_stiffness(const PairCase& pair) {
  const PressureLaw law =
      make_pressure_law(pair.casting->layer(0), pair.target->layer(0), pair.settings);
  return condyle::evaluate(law, 1e-9).stiffness;
}

class SimbodySystem : public System {
 public:
  explicit SimbodySystem(const PairCase& pair)
      : System("simbody"),
        poses_CT_(pair.poses_CT),
        casting_triangles_(pair.casting->triangle_count()),
        foundation_(capped(pair.casting->mesh()), capped(pair.target->mesh()),
                    foundation_stiffness(pair)) {}

  void evaluate(std::size_t step) override { foundation_.evaluate(poses_CT_[step]); }

  StepOutcome outcome() const override {
    return {static_cast<double>(foundation_.casting_faces(casting_triangles_)),
            foundation_.force()};
  }

 private:
  std::vector<Pose> poses_CT_;
  int casting_triangles_;
  SimbodyFoundation foundation_;
};

}  // namespace

std::unique_ptr<System> make_simbody(const PairCase& pair) {
  return std::make_unique<SimbodySystem>(pair);
}

}  // namespace condyle::bench
