#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/layer.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/solver/small_engine.h"

// Pairs that cannot touch in a sub-step are set aside in islands of many bodies. The others must
// move as if nothing had been set aside.

namespace condyle::test::far_pair_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_radius = 0.02, k_half = 0.07;  // of a ball, and of the box above the floor [m]
constexpr double k_dt = 1.0 / 60;
const Layer k_layer{2e6, 0.4, 0.004};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  Vector3d vector(double most) {
    std::uniform_real_distribution<double> part(-most, most);
    return {part(engine_), part(engine_), part(engine_)};
  }

 private:
  std::mt19937 engine_;
};

/// Counts the pairs that are set aside.
class Watch final : public NoRows {
 public:
  const Island* island = nullptr;
  std::size_t aside = 0, all = 0;
  void begin_substep(double) override {
    aside += island->far_pairs.size();
    all += island->far_pairs.size() + island->pairs.size();
  }
};

SmallBody ball(const Vector3d& p_W, Random& random) {
  static const auto surface =
      std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 2), k_layer);
  SmallBody body;
  body.name = "ball";
  body.mass = 0.05;
  body.inertia.setConstant(0.4 * body.mass * k_radius * k_radius);
  body.X_WB.translation() = p_W;
  body.velocity << random.vector(5), random.vector(1.5);
  body.surface = surface;
  Extent extent;
  extent.box = bounding_box(surface->mesh());
  extent.radius = k_radius;
  body.extent = std::make_shared<Extent>(extent);
  return body;
}

/// The half space below z = 0.
SmallBody floor() {
  SmallBody body;
  body.name = "floor";
  body.surface =
      std::make_shared<ContactSurface>(geometry::HalfSpace{}, TriangleMesh{}, k_layer, "floor");
  Extent extent;
  extent.is_endless = extent.is_half_space = true;
  body.extent = std::make_shared<Extent>(extent);
  return body;
}

/// Balls in the air that do not touch, above a floor.
std::vector<SmallBody> cloud(std::size_t balls, Random& random) {
  std::vector<SmallBody> bodies = {floor()};
  while (bodies.size() <= balls) {
    const Vector3d p_W = random.vector(k_half) + Vector3d(0, 0, k_half + 1.5 * k_radius);
    const auto touches = [&p_W](const SmallBody& other) {
      return other.mass > 0 && (other.X_WB.translation() - p_W).norm() < 2.2 * k_radius;
    };
    if (std::ranges::none_of(bodies, touches)) bodies.push_back(ball(p_W, random));
  }
  return bodies;
}

void add_all_pairs(SmallEngine& engine) {
  for (std::size_t a = 1; a < engine.bodies.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      engine.add_pair(a, b, {.dissipation = 1, .friction = {0.3, 0.3}});
}

/// The greatest difference in position [m] and velocity times the step's length [m].
double difference(const SmallEngine& a, const SmallEngine& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const SmallBody &x = a.bodies[i], &y = b.bodies[i];
    most = std::max(most, (x.X_WB.translation() - y.X_WB.translation()).norm());
    most = std::max(most, k_dt * (x.velocity - y.velocity).tail<3>().norm());
    most = std::max(most, k_dt * k_radius * (x.velocity - y.velocity).head<3>().norm());
  }
  return most;
}

}  // namespace

TEST_CASE("bodies move as if no pair had been set aside", "[solver][island][far_pairs]") {
  constexpr int k_clouds = 2, k_steps = 24;
  constexpr std::size_t k_balls = 14;
  // Both find balance to 1e-9 of a step's momentum. A pair that comes back within a sub-step is
  // searched once more, so that the last digits may differ.
  constexpr double k_close = 1e-8 * 1.5 * k_dt;
  Watch watch;
  NoRows no_rows;
  int steps = 0, same = 0;
  double most = 0;
  for (int cloud_number = 0; cloud_number < k_clouds; ++cloud_number) {
    Random random(static_cast<unsigned>(cloud_number));
    SmallEngine engine(watch), plain(no_rows);
    watch.island = &engine.island();
    engine.bodies = cloud(k_balls, random);
    plain.bodies = engine.bodies;
    for (SmallBody& body : plain.bodies) body.extent = nullptr;
    add_all_pairs(engine);
    add_all_pairs(plain);
    for (int i = 0; i < k_steps; ++i) {
      for (std::size_t b = 0; b < plain.bodies.size(); ++b) {
        plain.bodies[b].X_WB = engine.bodies[b].X_WB;
        plain.bodies[b].velocity = engine.bodies[b].velocity;
      }
      engine.step(k_dt);
      plain.step(k_dt);
      INFO("cloud " << cloud_number << ", step " << i);
      const double apart = difference(engine, plain);
      most = std::max(most, apart);
      REQUIRE(apart < k_close);
      same += apart == 0 ? 1 : 0;
      ++steps;
    }
  }
  INFO(same << " of " << steps << " steps have the same bits, most " << most << " m; "
            << watch.aside << " of " << watch.all << " pairs were set aside");
  CHECK(same > 0.9 * steps);
  CHECK(watch.aside > watch.all / 2);
}

}  // namespace condyle::test::far_pair_tests
