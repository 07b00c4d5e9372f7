#include "world/readings.h"

#include <numbers>

namespace condyle {
namespace {

constexpr double k_degrees = 180 / std::numbers::pi;
constexpr double k_mm_per_m = 1e3;

}  // namespace

void read_drives(const scene::Scene& scene, const SceneEngine& engine, double clock,
                 double load_factor, std::vector<Reading>& readings) {
  std::size_t next = 0;
  const auto put = [&](const std::string& name, const char* suffix, const char* unit,
                       double value) {
    if (next == readings.size()) readings.push_back({name + suffix, unit, 0});
    readings[next++].value = value;
  };
  for (const scene::SceneMotion& motion : scene.motions) {
    const double amount = value_at(motion.table, clock);
    put(motion.name, "", motion.rotation ? "deg" : "mm",
        amount * (motion.rotation ? k_degrees : k_mm_per_m));
  }
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    if (!scene.joints[i].target_angle) continue;
    put(scene.joints[i].name, "", "deg", k_degrees * engine.hinge_angle(static_cast<int>(i)));
  }
  for (const scene::SceneLoad& load : scene.loads) {
    const double factor = load_factor * (load.factor ? value_at(*load.factor, clock) : 1);
    if (load.force.norm() > 0) put(load.name, "", "N", factor * load.force.norm());
    if (load.moment.norm() > 0) put(load.name, " moment", "N m", factor * load.moment.norm());
  }
}

}  // namespace condyle
