#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/numbers.h"
#include "condyle/error.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/world/reports.h"

namespace condyle::c {
namespace {

Pose X_PB_of(const condyle_world& world, int body) {
  return body == CONDYLE_GROUND ? Pose(Pose::Identity()) : Pose(world.body(body).X_BP.inverse());
}

int add_strand(condyle_world& world, std::size_t count, const int* bodies, const double* points,
               ligament::Strand strand) {
  required(bodies, "bodies");
  required(points, "points");
  std::vector<int> attached;
  std::vector<btRigidBody*> rigid;
  ligament::StrandPath path;
  for (std::size_t i = 0; i < count; ++i) {
    const Pose X_PB = X_PB_of(world, bodies[i]);
    const auto found = std::ranges::find(attached, bodies[i]);
    const auto at = static_cast<int>(found - attached.begin());
    if (found == attached.end()) {
      attached.push_back(bodies[i]);
      rigid.push_back(&world.body_or_ground(bodies[i]));
    }
    path.points.push_back({.body = at, .p_B = X_PB * vector_of(points + 3 * i, "a point")});
  }
  path.shortest_leg = ligament::k_shortest_leg;
  strand.name = fmt::format("strand {}", world.strands.size());
  world.strands.reserve(world.strands.size() + 1);
  const StrandId id = world.plugin->add_strand(strand, rigid, path);
  world.strands.push_back({id, std::move(attached)});
  return id.value;
}

AttachedStrand& strand_of(condyle_world* world, int strand) {
  auto& all = required(world, "world").strands;
  const auto found = std::ranges::find(all, StrandId{strand}, &AttachedStrand::id);
  if (found == all.end()) throw InputError(fmt::format("there is no strand {}", strand));
  return *found;
}

int condition_of(StrandCondition condition) {
  switch (condition) {
    case StrandCondition::slack:
      return CONDYLE_SLACK;
    case StrandCondition::taut:
      return CONDYLE_TAUT;
    case StrandCondition::cut:
    case StrandCondition::torn:
      return CONDYLE_CUT;
  }
  return CONDYLE_SLACK;
}

const StrandReport& strand_report_of(const condyle_world* world, int strand) {
  strand_of(const_cast<condyle_world*>(world), strand);
  const auto reports = world->plugin->strands();
  const auto found = std::ranges::find(reports, StrandId{strand}, &StrandReport::id);
  if (found == reports.end())
    throw InputError(fmt::format("strand {} has no state yet; make a step first", strand));
  return *found;
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

int condyle_world_add_strand(condyle_world* world, size_t count, const int* bodies,
                             const double* points, double stiffness, double slack_length,
                             double transition_strain, double damping) {
  return made_or(-1, __func__, [&] {
    return add_strand(required(world, "world"), count, bodies, points,
                      {.name = "",
                       .linear_stiffness = stiffness,
                       .slack_length = slack_length,
                       .transition_strain = transition_strain,
                       .damping_coefficient = damping});
  });
}

int condyle_world_remove_strand(condyle_world* world, int strand) {
  return guarded(__func__, [&] {
    const StrandId id = strand_of(world, strand).id;
    world->plugin->remove_strand(id);
    std::erase_if(world->strands, [&](const AttachedStrand& each) { return each.id == id; });
  });
}

int condyle_world_cut_strand(condyle_world* world, int strand) {
  return guarded(__func__, [&] {
    const StrandId id = strand_of(world, strand).id;
    world->plugin->cut_strand(id);
  });
}

int condyle_world_mend_strand(condyle_world* world, int strand) {
  return guarded(__func__, [&] {
    const StrandId id = strand_of(world, strand).id;
    world->plugin->restore_strand(id);
  });
}

int condyle_world_strand(const condyle_world* world, int strand, condyle_strand_state* state,
                         size_t size) {
  return guarded(__func__, [&] {
    const StrandReport& report = strand_report_of(world, strand);
    const condyle_strand_state figures{.tension = report.force.total_force,
                                       .length = report.length,
                                       .lengthening_speed = report.lengthening_speed,
                                       .strain = report.force.strain,
                                       .condition = condition_of(report.condition),
                                       .reserved = 0};
    write_struct(&figures, sizeof figures, state, size);
  });
}
