// A pile of balls of very different masses, while it falls and at rest, beside Bullet's own
// spheres.
#include <btBulletDynamicsCommon.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

#include "bench/case_list.h"
#include "bench/stopwatch.h"
#include "condyle/bullet/plugin.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"

namespace condyle::bench {
namespace {

constexpr int k_balls = 40;
constexpr double k_pile_ball_radius = 0.02, k_bin = 0.055;  // [m]; half the bin's width
constexpr double k_heavy = 10, k_light = 0.01;              // [kg]
constexpr double k_dt = 1.0 / 240;                          // [s]
constexpr int k_window = 24;                                // steps in a tenth of a second
constexpr int k_start = 48, k_fall = 960, k_end = 1080;     // steps: 0.2, 4 and 4.5 s
const Layer k_rubber{5e6, 0.4, 0.004};

/// Forty balls above a bin of five planes; every other one is a thousand times as heavy.
class Pile {
 public:
  explicit Pile(bool has_condyle) {
    world_.setGravity({0, 0, -9.81});
    if (has_condyle) plugin_ = std::make_unique<bullet::Plugin>(world_);
    ContactSettings contact;
    contact.dissipation = 1;
    contact.friction = {0.3, 0.3};
    if (plugin_) plugin_->set_default_contact(contact);
    add_plane({0, 0, 1}, 0);
    for (const double side : {-1.0, 1.0}) {
      add_plane({side, 0, 0}, -k_bin);
      add_plane({0, side, 0}, -k_bin);
    }
    add_balls();
  }
  ~Pile() {
    plugin_.reset();
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  Pile(const Pile&) = delete;
  Pile& operator=(const Pile&) = delete;

  /// Processor time of the next step [s].
  double step() {
    const double start = now(Clock::processor);
    world_.stepSimulation(k_dt, 0);
    return now(Clock::processor) - start;
  }

  /// The deepest overlap of two balls [m].
  double deepest() const {
    double deepest = 0;
    for (std::size_t i = bodies_.size() - k_balls; i < bodies_.size(); ++i)
      for (std::size_t j = i + 1; j < bodies_.size(); ++j)
        deepest = std::max(deepest, 2 * k_pile_ball_radius - (at(i) - at(j)).norm());
    return deepest;
  }

 private:
  btVector3 at(std::size_t body) const { return bodies_[body]->getWorldTransform().getOrigin(); }

  btRigidBody& add(btCollisionShape* shape, double mass, const btVector3& position) {
    shapes_.emplace_back(shape);
    const double moment = 0.4 * mass * k_pile_ball_radius * k_pile_ball_radius;
    const btVector3 inertia(moment, moment, moment);
    bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, shape, inertia));
    btRigidBody& body = *bodies_.back();
    body.setWorldTransform(btTransform(btQuaternion::getIdentity(), position));
    body.setFriction(0.55);  // Bullet multiplies both: 0.3
    world_.addRigidBody(&body);
    return body;
  }

  void add_plane(const btVector3& normal, double offset) {
    btRigidBody& body = add(new btStaticPlaneShape(normal, offset), 0, {0, 0, 0});
    if (plugin_) plugin_->add_collider(body, k_rubber);
  }

  void add_balls() {
    const auto surface = std::make_shared<ContactSurface>(
        geometry::Shape(geometry::Sphere{k_pile_ball_radius}),
        mesh::make_icosphere(k_pile_ball_radius, 3), k_rubber, "ball");
    std::mt19937 random(1);
    for (int i = 0; i < k_balls; ++i) {
      const double aside = 1e-3 * static_cast<double>(random()) / 4294967296.0;
      const btVector3 place(0.025 * (i % 2 ? 1 : -1) + aside, 0.025 * (i / 2 % 2 ? 1 : -1) - aside,
                            0.03 + 0.042 * (i / 4));
      const double mass = i % 2 ? k_light : k_heavy;
      if (!plugin_) {
        add(new btSphereShape(k_pile_ball_radius), mass, place);
        continue;
      }
      plugin_->add_collider(add(new bullet::SurfaceShape(surface), mass, place), surface);
    }
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::unique_ptr<bullet::Plugin> plugin_;
};

double sum_of(const std::vector<double>& times, int from, int to) {
  return std::accumulate(times.begin() + from, times.begin() + to, 0.0);
}

/// The first step of the slowest tenth of a second before `end`.
int slowest_window(const std::vector<double>& times, int end) {
  int slowest = 0;
  for (int from = 0; from + k_window <= end; from += k_window)
    if (sum_of(times, from, from + k_window) > sum_of(times, slowest, slowest + k_window))
      slowest = from;
  return slowest;
}

Measurement of_steps(const std::string& system, const std::vector<double>& times, int from,
                     int to) {
  std::vector<double> part(times.begin() + from, times.begin() + to);
  Measurement m;
  m.system = system;
  set_times(m, part);
  m.steps = to - from;
  return m;
}

void add_system(const std::string& name, bool has_condyle, CaseReport& report) {
  Pile pile(has_condyle);
  std::vector<double> times;
  double deepest = 0;
  for (int k = 0; k < k_end; ++k) {
    times.push_back(pile.step());
    deepest = std::max(deepest, pile.deepest());
  }
  const int slowest = slowest_window(times, k_fall);
  report.measurements.push_back(of_steps(name + ", first 0.2 s", times, 0, k_start));
  report.measurements.push_back(
      of_steps(name + ", slowest 0.1 s", times, slowest, slowest + k_window));
  report.measurements.push_back(of_steps(name + ", after 4 s", times, k_fall, k_end));
  report.figures.push_back(
      fmt::format("{}: balls overlap by up to {:.1f} mm; the slowest tenth of a "
                  "second begins at {:.1f} s",
                  name, 1e3 * deepest, slowest * k_dt));
}

}  // namespace

void add_pile_cases(CaseList& cases) {
  cases.push_back(
      {"pile_of_masses", [](const RunEffort&) {
         CaseReport report;
         report.name = "pile_of_masses";
         report.text =
             "forty balls of 40 mm in a bin, every other one of 10 kg and 10 g, 240 Hz, "
             "beside Bullet's own spheres";
         add_system("condyle", true, report);
         add_system("bullet", false, report);
         return report;
       }});
}

}  // namespace condyle::bench
