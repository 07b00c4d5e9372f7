#include "world/readings.h"

#include <numbers>

namespace condyle {
namespace {

constexpr double k_degrees = 180 / std::numbers::pi;
constexpr double k_mm_per_m = 1e3;

}  // namespace

void read_drives(const scene::Scene& scene, const SceneEngine& engine,
                 std::span<const Drive> drives, std::vector<Reading>& readings) {
  std::size_t next = 0;
  const auto put = [&](const std::string& name, const char* suffix, const char* unit,
                       double value) {
    if (next == readings.size()) readings.push_back({name + suffix, unit, 0});
    readings[next++].value = value;
  };
  for (const Drive& drive : drives) {
    switch (drive.kind) {
      case Drive::Kind::motion:
        put(drive.name, "", drive.unit,
            drive.amount * (scene.motions[drive.index].rotation ? k_degrees : k_mm_per_m));
        break;
      case Drive::Kind::hinge:
        put(drive.name, "", "deg", k_degrees * engine.hinge_angle(drive.index));
        break;
      case Drive::Kind::control:
        put(drive.name, "", drive.unit, drive.amount);
        break;
      case Drive::Kind::load: {
        const scene::SceneLoad& load = scene.loads[drive.index];
        if (load.force.norm() > 0) put(load.name, "", "N", drive.amount * load.force.norm());
        if (load.moment.norm() > 0)
          put(load.name, " moment", "N m", drive.amount * load.moment.norm());
        break;
      }
    }
  }
  for (const SceneEngine::Sensed& sensed : engine.sensed())
    put(sensed.name, "", sensed.unit.c_str(), sensed.value);
}

}  // namespace condyle
