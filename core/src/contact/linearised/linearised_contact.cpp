#include "core/src/contact/linearised/linearised_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/src/base/checks.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_reaction.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Makes, keeps or drops an optional part, which keeps its storage while it is wanted. Returns
/// `is_wanted`.
template <class Part>
bool keep_if(bool is_wanted, std::optional<Part>& part) {
  if (!is_wanted)
    part.reset();
  else if (!part)
    part.emplace();
  return is_wanted;
}

/// The places of the triangles of one block of a report.
constexpr auto k_in_order = [] {
  std::array<int, ContactBlock::k_most> places{};
  for (int i = 0; i < ContactBlock::k_most; ++i) places[static_cast<std::size_t>(i)] = i;
  return places;
}();

void leave_out(Linearisation linearisation, PairForces& out) {
  out.is_consistent = true;
  out.acts = false;
  out.force.setZero();
  if (linearisation != Linearisation::none) out.slope.setZero();
}

}  // namespace

const Pose& LinearisedContact::place(const StepMotion& C, const StepMotion& T, double dt,
                                     const Pose& X_WC, const Pose& X_WT) {
  found_ = poses_after(C, T, dt, X_WC, X_WT);
  return found_.X_CT;
}

void LinearisedContact::linearise(const SurfacePair& pair, std::span<const ProximityHit> hits,
                                  double reach, std::span<const Bristle> bristles,
                                  std::span<const CastingPiece> pieces) {
  set_law(pair, true, law_);
  geometry_.reach = reach;
  auto* const on_patches = std::get_if<LawOnPatches>(&law_.normal);
  if (on_patches) {
    linearise_patches(pair, hits, found_, geometry_, on_patches->patches);
  } else {
    make_places(hits, geometry_);
    linearise_triangles(pair, hits, pieces, found_, geometry_, nonlinear_laws_of(law_));
    if (LinearisedLayer* const layer = layer_of(law_))
      linearise_layer(pair, hits, geometry_, *layer);
  }
  if (keep_if(!on_patches && is_sticking(law_.friction), bristles_))
    linearise_bristles(pair, hits, bristles, found_, geometry_, *bristles_);
  const bool deforms = pair.casting->is_deformable() || pair.target->is_deformable();
  if (keep_if(!on_patches && deforms, vertices_))
    linearise_vertices(pair, hits, found_, geometry_, *vertices_);
  geometry_.bound = find_bound(geometry_.blocks);
  last_ = {};
  part_pressing_ = 1;
  worked_for_ = -1;
  last_.is_clear = geometry_.bound.nearest <= 0;
}

bool LinearisedContact::begin_report(const SurfacePair& pair, const Pose& X_CT,
                                     const Twist& V_TC_C) {
  set_law(pair, false, law_);
  found_.X_CT = X_CT;
  found_.X_TC = inverse_of(X_CT);
  last_ = {};
  last_.motion.velocity << V_TC_C.angular, V_TC_C.linear;
  const bool drifts =
      !pair.casting->vertex_velocities().empty() || !pair.target->vertex_velocities().empty();
  keep_if(drifts && !std::holds_alternative<LawOnPatches>(law_.normal), vertices_);
  return !pair.layer && !vertices_ && !is_sticking(pair.friction) &&
         law_of_sums(law_).is_by_lanes();
}

void LinearisedContact::report_block(const SurfacePair& pair, std::span<const ProximityHit> hits,
                                     std::span<const CastingPiece> pieces,
                                     std::span<const int> chosen, ContactBlock& out) const {
  thread_local std::array<LinearisedBlock, ContactBlock::k_most / k_lanes> storage;
  thread_local std::array<PressureLaw, ContactBlock::k_most> laws;
  const auto blocks = std::span(storage).first(block_count(chosen.size()));
  if (chosen.size() % k_lanes != 0) blocks.back() = {};  // else all lanes are written
  LinearisedLaw law = law_of_sums(law_);
  std::span<PressureLaw> laws_of_lanes;
  const bool is_nonlinear = std::holds_alternative<NonlinearFoundation>(law_.normal);
  if (is_nonlinear && pair.uniform_law)
    law.nonlinear = {&*pair.uniform_law, 1};
  else if (is_nonlinear)
    law.nonlinear = laws_of_lanes = laws;
  law.reported = {&out, 1};
  linearise_triangles(pair, {hits, pieces, chosen, k_in_order}, found_, blocks, laws_of_lanes,
                      &out);
  report_forces(blocks, law, last_.motion, 0);
}

void LinearisedContact::report_where_found(const SurfacePair& pair,
                                           std::span<const ProximityHit> hits,
                                           std::span<const CastingPiece> pieces,
                                           std::span<const int> chosen,
                                           std::span<ContactBlock> out) {
  if (is_sticking(pair.friction)) std::ranges::fill(out, ContactBlock{});
  geometry_.reach = 0;
  if (auto* const on_patches = std::get_if<LawOnPatches>(&law_.normal)) {
    linearise_patches(pair, hits, found_, geometry_, on_patches->patches);
  } else {
    make_places_of(chosen, geometry_);
    linearise_triangles(pair, hits, pieces, found_, geometry_, nonlinear_laws_of(law_));
    if (vertices_) linearise_vertices(pair, hits, found_, geometry_, *vertices_);
  }
  report(out);
}

/// Evaluates once more, at the motion of the last evaluation.
void LinearisedContact::report(std::span<ContactBlock> out) {
  if (last_.is_clear || last_.gaps_have_gone) return std::ranges::fill(out, ContactBlock{}), void();
  LinearisedLaw law = next_law(last_.motion, last_.dt);
  law.reported = out;
  if (layer_of(law_) || std::holds_alternative<LawOfSolvedLayer>(law_.normal))
    return report_layer(law, out);
  report_forces(geometry_.blocks, law, last_.motion, last_.dt);
}

/// The layer has pressed already. What rubs by its speed rubs once more.
void LinearisedContact::report_layer(const LinearisedLaw& law, std::span<ContactBlock> out) {
  const auto* const solved = std::get_if<LawOfSolvedLayer>(&law_.normal);
  for (std::size_t i = 0; i < geometry_.places.size(); ++i) {
    const auto [b, lane] = geometry_.place(i);
    LinearisedBlock& block = geometry_.blocks[b];
    const auto place = static_cast<std::size_t>(geometry_.places[i]);
    ContactBlock& contacts = out[place / ContactBlock::k_most];
    const int to = static_cast<int>(place % ContactBlock::k_most);
    LayerPress press = solved ? press_at(*solved, geometry_.hits[i])
                              : press_at(*layer_of(law_), place, block.area[lane]);
    const double rate = press.thrust.dot(last_.motion.velocity);
    const double factor = with_dissipation(law.dissipation, 1.0, 0.0, rate).pressure;
    if (!solved) press.elastic = block.pressure[lane] / factor;
    const auto damped = with_dissipation(law.dissipation, press.elastic, 0.0, rate);
    if (solved) block.pressure[lane] = damped.pressure;
    contacts.pressure[to] = block.pressure[lane];
    contacts.stiffness[to] = 0;  // of the nodes together: ElasticLayer::stiffness()
    contacts.normal_damping[to] = damped.by_rate;
    contacts.potential_energy[to] = press.energy;
    put(press.thrust, contacts.gradient, to);
    if (bristles_)
      report_friction(triangle_of(block, lane), block.area[lane], vector_at(block.traction, lane),
                      0, contacts, to);
  }
  if (!law.rubs() || bristles_) return;
  LaneSums lanes;
  law_kernels().rub_pressed(
      task_of(geometry_.blocks, law, last_.motion, last_.dt, Linearisation::none), lanes);
}

void LinearisedContact::count_triangles(std::span<int> casting, std::span<int> target) const {
  if (vertices_) condyle::count_triangles(*vertices_, casting, target);
}

void LinearisedContact::set_compliance(std::span<const double> casting,
                                       std::span<const double> target, double time, double h) {
  worked_for_ = -1;
  if (vertices_) condyle::set_compliance(casting, target, time, h, geometry_, *vertices_);
}

void LinearisedContact::keep_bristles(std::vector<Bristle>& bristles) const {
  bristles.clear();
  if (!bristles_) return;
  const bool by_pressure = layer_of(law_) != nullptr;
  condyle::keep_bristles(*bristles_, geometry_, by_pressure, found_, last_.motion, last_.dt,
                         bristles);
}

LayerFigures LinearisedContact::layer_figures() const {
  const LinearisedLayer* const layer = layer_of(law_);
  return layer ? layer->figures : LayerFigures{};
}

double LinearisedContact::layer_force() const {
  const LinearisedLayer* const layer = layer_of(law_);
  return layer && !last_.is_clear ? layer->greatest_force : 0;
}

void LinearisedContact::list_places(const ContactSurface& casting,
                                    std::span<const ProximityHit> hits,
                                    std::vector<ReportedPlace>& places) {
  auto* const on_patches = std::get_if<LawOnPatches>(&law_.normal);
  if (on_patches) share_out_patches(casting, hits, geometry_, on_patches->patches);
  places.assign(hits.size(), {});
  for (std::size_t i = 0; i < geometry_.places.size(); ++i) {
    CONDYLE_ASSERT(geometry_.places[i] >= 0);
    places[static_cast<std::size_t>(geometry_.hits[i])] = {
        geometry_.places[i], on_patches ? on_patches->patches.part_of_patch[i] : 1.0};
  }
}

/// The pressure per depth with which a gap that closes presses a little later [Pa/m]; of a law that
/// acts on patches, force per depth.
double LinearisedContact::slope_at_touch(int b, int lane) const {
  constexpr double k_depth_over_layers = 1e-2;
  const LinearisedBlock& block = geometry_.blocks[b];
  const auto* const on_patches = std::get_if<LawOnPatches>(&law_.normal);
  if (!on_patches || on_patches->normal.kind == NormalLawKind::user) return block.law_slope[lane];
  const double depth = k_depth_over_layers * block.layers[lane];
  return condyle::evaluate(on_patches->normal, 0, depth, 0).force / depth;
}

void LinearisedContact::list_elements(std::vector<ContactElement>& elements) {
  thread_local std::vector<ContactBlock> reported;
  reported.assign(contact_block_count(place_count()), {});
  report(reported);
  std::vector<NodeShare> shares;
  if (LinearisedLayer* const layer = layer_of(law_))
    shares = shares_of_nodes(*layer, layer_force() > 0);
  elements.clear();
  for (std::size_t place = 0; place < place_count(); ++place) {
    const auto [b, lane] = place_of(place);
    const LinearisedBlock& block = geometry_.blocks[b];
    const double area = block.area[lane];
    if (!(area > 0)) continue;
    const ContactBlock& of = reported[place / ContactBlock::k_most];
    const int i = static_cast<int>(place % ContactBlock::k_most);
    ContactElement element;
    element.at = vector_at(block.at, lane);
    element.along = vector_at(block.along, lane);
    element.proximity = proximity_after(block, lane, last_.motion.displacement);
    element.force = area * of.pressure[i];
    element.stiffness = area * (of.pressure[i] > 0 ? of.stiffness[i] : slope_at_touch(b, lane));
    element.damping = area * of.normal_damping[i];
    if (!shares.empty()) {
      element.force = shares[place].force;
      element.stiffness = shares[place].stiffness;
      element.proximity = shares[place].proximity;
    }
    element.rubs_at = vector_at(block.rubs_at, lane);
    element.across = vector_at(block.across, lane);
    element.cover = block.cover[lane];
    element.drag = area * of.slip_damping[i];
    element.friction = area * vector_at(of.traction, i);
    if (bristles_) {
      const BristleBlock& bristles = bristles_->blocks[static_cast<std::size_t>(b)];
      const Vector3d reach = vector_at(bristles.reach, lane);
      element.holding = area * bristles.stiffness[lane];
      element.stretch = reach - element.across.dot(reach) * element.across;
    }
    elements.push_back(element);
  }
}

double LinearisedContact::pressure_at_end(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  return acts(i) ? geometry_.blocks[b].pressure[lane] : 0;
}

Vector3d LinearisedContact::traction_at_end(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  return acts(i) ? vector_at(geometry_.blocks[b].traction, lane) : Vector3d(Vector3d::Zero());
}

bool LinearisedContact::acts(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  return geometry_.blocks[b].area[lane] > 0;
}

/// Minus the wrench per pressure and area of the i-th triangle.
Vector6 LinearisedContact::thrust_of(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  const LinearisedBlock& block = geometry_.blocks[b];
  if (const LinearisedLayer* const layer = layer_of(law_); layer && block.area[lane] > 0)
    return thrust_at(*layer, static_cast<std::size_t>(geometry_.places[i]));
  return wrench(vector_at(block.at, lane), vector_at(block.along, lane));
}

Wrench LinearisedContact::force_at_end(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  const LinearisedBlock& block = geometry_.blocks[b];
  const double area = block.area[lane];
  const Vector3d friction = area * vector_at(block.traction, lane);
  const Vector6 thrust = -area * block.pressure[lane] * thrust_of(i);
  return {thrust.head<3>() + vector_at(block.rubs_at, lane).cross(friction),
          thrust.tail<3>() + friction};
}

double LinearisedContact::proximity_at_end(std::size_t i) const {
  const auto [b, lane] = geometry_.place(i);
  const LinearisedBlock& block = geometry_.blocks[b];
  if (last_.gaps_have_gone) return proximity_after(block, lane, last_.motion.displacement);
  const double end = block.proximity_at_end[lane];
  const auto* const on_patches = std::get_if<LawOnPatches>(&law_.normal);
  return on_patches ? end + on_patches->patches.above_point[i] : end;
}

bool LinearisedContact::touches_at_end() const {
  return !last_.is_clear && std::ranges::any_of(geometry_.blocks, [](const LinearisedBlock& block) {
    return std::ranges::any_of(block.proximity_at_end, [](double d) { return d > 0; });
  });
}

LinearisedLaw LinearisedContact::law_without_bristles() const {
  LinearisedLaw law = law_of_sums(law_);
  if (vertices_) law.vertices = vertices_->blocks;
  return law;
}

/// The laws for an evaluation. Also records that it is the bristles' next one.
LinearisedLaw LinearisedContact::next_law(const RelativeMotion& motion, double dt) {
  LinearisedLaw law = law_without_bristles();
  if (!bristles_) return law;
  const bool is_same = motion.velocity == last_.motion.velocity && dt == last_.dt;
  law.bristles = bristles_->blocks;
  law.pass = !bristles_->is_evaluated ? BristlePass::first
             : is_same                ? BristlePass::again
                                      : BristlePass::next;
  bristles_->is_evaluated = true;
  return law;
}

/// Most near pairs stay apart from pass to pass. Their blocks are then not read at all.
bool LinearisedContact::stays_apart(const LinearisedLaw& law, const Vector6& displacement) const {
  const bool says_clear = law.is_by_lanes() || layer_of(law_);
  return last_.is_clear && says_clear && !may_touch(geometry_.bound, displacement);
}

void LinearisedContact::evaluate(const StepMotion& C, const StepMotion& T, double dt,
                                 Linearisation linearisation, PairForces& out) {
  worked_for_ = -1;
  if (geometry_.blocks.empty()) return leave_out(linearisation, out);
  const RelativeMotion motion = relative_motion(found_, C, T);
  const LinearisedLaw law = next_law(motion, dt);
  last_.motion = motion;
  last_.dt = dt;
  last_.gaps_have_gone = stays_apart(law, motion.displacement);
  if (last_.gaps_have_gone) return leave_out(linearisation, out);
  LinearisedLayer* const layer = layer_of(law_);
  const LinearisedSums sums =
      layer ? sum_forces(geometry_.blocks, law, motion, dt, linearisation, *layer)
            : sum_forces(geometry_.blocks, law, motion, dt, linearisation);
  last_.users_energy = sums.users_energy;
  last_.is_clear = (law.is_by_lanes() || layer) && !sums.touch;
  if (!sums.touch) return leave_out(linearisation, out);
  out.is_consistent = sums.is_consistent;
  out.acts = true;
  set_forces(sums, found_, linearisation, out);
}

int LinearisedContact::wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const {
  constexpr double k_travel_over_layer = 1.0 / 8, k_travel_of_one = 1.0 / 2;
  if (geometry_.blocks.empty()) return 1;
  const RelativeMotion motion = relative_motion(found_, C, T);
  if (!may_touch(geometry_.bound, motion.displacement)) return 1;
  const Approach approach =
      find_approach(geometry_.blocks, law_without_bristles().vertices, motion, dt);
  // Under a body that rolls, some triangles press in while others let go.
  const double finer =
      std::max(approach.mean / k_travel_over_layer, approach.most / k_travel_of_one);
  return static_cast<int>(std::min(1e6, std::ceil(std::max(1.0, finer))));
}

double LinearisedContact::keep_pressing(std::span<const ProximityHit> hits,
                                        std::vector<int>& pressing) const {
  pressing.clear();
  double deepest = 0;
  if (last_.is_clear) return deepest;
  geometry_.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    const auto [b, lane] = geometry_.place(i);
    const double depth = proximity_at_end(i);
    if (!(depth > 0) || geometry_.blocks[b].area[lane] == 0) return;
    pressing.push_back(hit.casting_triangle);
    deepest = std::max(deepest, depth);
  });
  return deepest;
}

void LinearisedContact::drop_unpressed(std::span<const ProximityHit> hits,
                                       std::span<const int> pressing, double depth) {
  worked_for_ = -1;
  const auto is_deep = [depth](const LinearisedBlock& block) {
    return std::ranges::any_of(block.proximity, [depth](double d) { return d > depth; });
  };
  if (std::ranges::none_of(geometry_.blocks, is_deep)) return;  // the case in nearly all steps
  has_pressed_.assign(k_lanes * geometry_.blocks.size(), false);
  geometry_.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    if (std::ranges::binary_search(pressing, hit.casting_triangle))
      has_pressed_[geometry_.places[i]] = true;
  });
  const Vector6 displacement = displacement_to_search();
  for (std::size_t number = 0; number < has_pressed_.size(); ++number) {
    const auto [b, lane] = place_of(number);
    LinearisedBlock& block = geometry_.blocks[b];
    const double end = block.proximity[lane];
    const double start = proximity_before(block, lane, displacement);
    if (std::min(start, end) > depth && !has_pressed_[number]) drop(block, lane);
  }
  if (LinearisedLayer* const layer = layer_of(law_)) average_proximities(geometry_, *layer);
}

bool LinearisedContact::foresees_touch(const StepMotion& C, const StepMotion& T) const {
  const Vector6 displacement = relative_motion(found_, C, T).displacement;
  return may_touch(geometry_.bound, displacement) &&
         std::ranges::any_of(geometry_.places, [&](int at) {
           const auto [b, lane] = place_of(static_cast<std::size_t>(at));
           const LinearisedBlock& block = geometry_.blocks[b];
           double depth = block.proximity[lane];
           for (int k = 0; k < 6; ++k) depth += block.gradient[k][lane] * displacement[k];
           return depth > 0 && block.area[lane] > 0;
         });
}

double LinearisedContact::deepest_after(const StepMotion& C, const StepMotion& T) const {
  const Vector6 displacement = relative_motion(found_, C, T).displacement;
  double deepest = -std::numeric_limits<double>::infinity();
  for (const int at : geometry_.places) {
    const auto [b, lane] = place_of(static_cast<std::size_t>(at));
    const LinearisedBlock& block = geometry_.blocks[b];
    if (block.area[lane] > 0)
      deepest = std::max(deepest, proximity_after(block, lane, displacement));
  }
  return deepest;
}

bool LinearisedContact::has_left_planes(double part_of_depth) const {
  if (last_.is_clear) return false;
  const LinearisedDrift drift = find_drift(geometry_.blocks, last_.motion.displacement);
  return drift.displacement > part_of_depth * drift.deepest;
}

LinearisedWork LinearisedContact::work_at_end(double h) const {
  if (worked_for_ != h) work_ = find_work(h);
  worked_for_ = h;
  return work_;
}

LinearisedWork LinearisedContact::find_work(double h) const {
  if (last_.is_clear) return {};
  const LinearisedLaw law = law_without_bristles();
  std::span<const BristleBlock> bristles;
  if (bristles_) bristles = bristles_->blocks;
  const LinearisedStep step{geometry_.blocks, law, bristles, last_.motion, h};
  LinearisedLayer* const layer = layer_of(law_);
  LinearisedWork work = layer ? friction_work_of(step) : work_of(step);
  if (layer) add_layer_work(step, *layer, work);
  if (law.asks_user()) work.layers += last_.users_energy;
  return work;
}

double LinearisedContact::part_that_gives(double energy) const {
  if (LinearisedLayer* const layer = layer_of(law_))
    return condyle::part_that_gives(energy, displacement_to_search(), *layer);
  return condyle::part_that_gives(energy, geometry_.blocks, law_without_bristles(),
                                  displacement_to_search());
}

void LinearisedContact::press_by(double part_of_depth) {
  part_pressing_ = part_of_depth;
  worked_for_ = -1;
  const Vector6 displacement = displacement_to_search();
  if (LinearisedLayer* const layer = layer_of(law_))
    return condyle::press_by(part_of_depth, displacement, geometry_.blocks, *layer);
  for (LinearisedBlock& block : geometry_.blocks)
    for (int lane = 0; lane < k_lanes; ++lane)
      block.depth_held_back[lane] =
          (1 - part_pressing_) * std::max(0.0, proximity_before(block, lane, displacement));
}

/// Displacement from the start of the (sub-)step to the search.
Vector6 LinearisedContact::displacement_to_search() const {
  StepMotion C = found_.C, T = found_.T;
  for (StepMotion* body : {&C, &T}) {
    body->shift.setZero();
    body->rotation.setIdentity();
  }
  return -relative_motion(found_, C, T).displacement;
}

double LinearisedContact::elastic_where_found() const {
  if (geometry_.bound.nearest <= 0) return 0;
  if (LinearisedLayer* const layer = layer_of(law_)) return condyle::elastic_where_found(*layer);
  return condyle::elastic_where_found(geometry_.blocks, law_without_bristles());
}

}  // namespace condyle
