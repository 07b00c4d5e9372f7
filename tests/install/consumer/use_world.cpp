// A body that nothing touches falls by the installed library.
#include <condyle/condyle.h>
#include <condyle/world.h>

#include <cmath>

namespace {

struct OneBody final : condyle::EngineBodies {
  condyle::Pose X_WB = condyle::Pose::Identity();
  condyle::Twist velocity;

  int count() const override { return 1; }
  condyle::BodyState state(int, double dt) const override {
    condyle::BodyState state{.X_WB = X_WB, .velocity = velocity, .inverse_mass = 1};
    state.inverse_inertia_W.setIdentity();
    state.by_forces.linear.z() = -9.81 * dt;
    return state;
  }
  void move(int, const condyle::Pose& X, const condyle::Twist& V) override {
    X_WB = X;
    velocity = V;
  }
};

}  // namespace

int main() {
  OneBody bodies;
  condyle::Session session(bodies);
  for (int step = 0; step < 100; ++step) session.step(0.01);
  return std::abs(bodies.velocity.linear.z() + 9.81) < 1e-12 ? 0 : 1;
}
