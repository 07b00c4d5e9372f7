#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/solver/step.h"
#include "condyle/world/step_report.h"
#include "world/drives.h"
#include "world/pull_spring.h"
#include "world/settling.h"
#include "world/shown_figures.h"

namespace condyle {

struct EngineMoment;
class ContactSurface;

/// Everything that a scene carries from one step to the next, with what the user may change
/// (SceneWorld::save()). Takes a few kilobytes, more with friction that sticks and with wear.
struct SceneMoment {
  struct Strand {
    ligament::Strand strand;
    bool is_cut = false;
    int mended = 0;
  };
  std::shared_ptr<const EngineMoment> engine;
  double time = 0, clock = 0, slow_time = 0;
  long steps = 0;
  Settling settling;
  StepTotals totals, settling_totals;
  EnergyLedger energy;
  std::vector<ContactSettings> contacts;
  std::vector<Strand> strands;
  double load_factor = 1;
  bool motion_running = true;
  std::vector<Drive> drives;
  std::vector<bool> held;  ///< by body
  std::optional<PullSpring> pull;
  std::vector<ShownSoFar> shown;
  /// Surfaces and colliders of all meshes, by which a world knows its own moments.
  std::vector<std::shared_ptr<const ContactSurface>> surfaces;
  std::vector<ColliderId> colliders;
};

/// An estimate of its size [bytes].
std::size_t size_of(const SceneMoment& moment);

}  // namespace condyle
