#include "core/src/contact/contact_evaluator.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/src/base/checks.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/layer_limits.h"
#include "core/src/contact/require_elastic_layer.h"
#include "core/src/contact/result_checks.h"
#include "core/src/contact/surface/surfaces_at_hit.h"
#include "core/src/contact/triangle_map.h"
#include "core/src/threads/share.h"

namespace condyle {
namespace {

/// Numbers of contacts from which several threads gain more than they cost, without friction and
/// with it. A contact that rubs takes several times the work.
constexpr std::size_t k_worth_sharing = 2048, k_rubbing_worth_sharing = 256;

/// Blocks that a thread takes at a time.
constexpr std::size_t k_blocks_of_part = 2;

std::shared_ptr<const ContactSurface> present(std::shared_ptr<const ContactSurface> surface) {
  if (!surface) throw InputError("contact pair: a surface is missing; give a casting and a target");
  return surface;
}

std::shared_ptr<const ContactSurface> able_to_cast(std::shared_ptr<const ContactSurface> surface,
                                                   CastingElements elements) {
  surface = present(std::move(surface));
  if (surface->triangle_count() == 0) {
    throw InputError("contact pair: " + surface->name() +
                     " has no triangles to cast from; let it be the target, or give it a mesh");
  }
  if (elements == CastingElements::triangles || surface->casts_from_nodes()) return surface;
  return ContactSurface::cast_from_nodes(*surface);
}

std::shared_ptr<const ContactSurface> able_to_be_met(
    std::shared_ptr<const ContactSurface> surface) {
  surface = present(std::move(surface));
  if (surface->casts_from_nodes()) {
    throw InputError("contact pair: " + surface->name() +
                     " is a surface of nodes, which only cast; give the surface it was made of");
  }
  return surface;
}

CastingRays rays_of(const ContactSurface& casting) {
  return {casting.centroids(), casting.normals(),
          casting.is_deformable() ? nullptr : &casting.ordered_rays()};
}

std::variant<ProximitySearch, ShapeSearch> make_search(const ContactSurface& casting,
                                                       const ContactSurface& target) {
  const CastingRays rays = rays_of(casting);
  if (target.shape() != nullptr) return ShapeSearch(rays, *target.shape());
  return ProximitySearch(rays, target.tree());
}

ProximityWindow window_of(const ContactSettings& settings, double reach) {
  return {std::min(settings.min_proximity, -reach), settings.max_proximity, settings.two_sided};
}

/// Damps the pressures of a layer, each at the rate of its node's proximity, unless they are damped
/// already, and writes their derivatives by the rate.
void damp_layer(double dissipation, const Twist& V_TC_C, bool is_damped, ContactBlock& block) {
  Vector6 velocity;
  velocity << V_TC_C.angular, V_TC_C.linear;
  for (int i = 0; i < block.count; ++i) {
    const double rate = vector_at(block.gradient, i).dot(velocity);
    const double factor = with_dissipation(dissipation, 1.0, 0.0, rate).pressure;
    const double elastic = is_damped ? block.pressure[i] / factor : block.pressure[i];
    const auto damped = with_dissipation(dissipation, elastic, 0.0, rate);
    block.normal_damping[i] = damped.by_rate;
    if (!is_damped) block.pressure[i] = damped.pressure;
  }
}

}  // namespace

ContactEvaluator::ContactEvaluator(std::shared_ptr<const ContactSurface> casting,
                                   std::shared_ptr<const ContactSurface> target,
                                   const ContactSettings& settings, std::vector<Region> regions)
    : pair_{.casting = able_to_cast(std::move(casting), settings.casts_from),
            .target = able_to_be_met(std::move(target))},
      casting_border_(*pair_.casting),
      target_border_(*pair_.target),
      search_(make_search(*pair_.casting, *pair_.target)),
      casting_revision_(pair_.casting->revision()),
      target_revision_(pair_.target->revision()),
      pieces_(*pair_.casting, *pair_.target),
      map_(std::make_unique<CastingMap>(pair_.casting->element_count())),
      patches_(std::make_unique<PatchReport>(*pair_.casting)),
      linearisation_(std::make_unique<LinearisationReport>()),
      octants_(*pair_.casting),
      region_sums_(*pair_.casting, std::move(regions)) {
  for (condyle_body* body : {&pair_.user_contact.casting, &pair_.user_contact.target})
    Eigen::Map<Eigen::Matrix3d>(body->rotation).setIdentity();
  pair_.user_contact.casting.name = pair_.casting->name().c_str();
  pair_.user_contact.target.name = pair_.target->name().c_str();
  pair_.settings.casts_from = settings.casts_from;
  set_settings(settings);
  result_.regions = region_sums_.empty_statistics();
  map_->give(result_);
  patches_->give(result_);
  linearisation_->give(result_);
}

ContactEvaluator::~ContactEvaluator() = default;

void ContactEvaluator::set_settings(const ContactSettings& settings) {
  const std::string what = "contact of " + pair_.casting->name() + " on " + pair_.target->name();
  require_valid(settings, what);
  require_loaded(settings, what);
  if (settings.casts_from != pair_.settings.casts_from)
    throw InputError(
        what + ": what casts, triangles or nodes, is chosen when a pair is made; make a new pair");
  const bool is_layer = settings.formulation == Formulation::elastic_layer;
  if (is_layer) {
    require_elastic_layer(*pair_.casting, *pair_.target, settings, what);
    if (!pair_.layer || settings.node_spacing != pair_.settings.node_spacing ||
        settings.free_edges != pair_.settings.free_edges) {
      pair_.layer = std::make_unique<ElasticLayer>(*pair_.casting, *pair_.target, settings, what);
      rims_.emplace(*pair_.casting, *pair_.target);
    }
  } else {
    require_springs(*pair_.casting, what);
    require_springs(*pair_.target, what);
    pair_.layer.reset();
    rims_.reset();
  }
  result_.layer = {};
  pair_.settings = settings;
  if (!is_foundation(settings.normal)) pair_.settings.formulation = Formulation::linear;
  if (settings.normal.kind == NormalLawKind::volume)  // always the layers in series
    pair_.settings.lumped = false;
  pair_.normal_law =
      with_derived_stiffness(settings.normal, pair_.casting->layer(0), pair_.target->layer(0));
  has_rate_ = has_rate(pair_.normal_law, settings.dissipation);
  pair_.friction = resolved(settings.friction);
  lumped_layers_ = condyle::lumped_layers(*pair_.casting, *pair_.target, pair_.settings);
  pair_.uniform_law.reset();
  if (!is_layer && pair_.casting->has_uniform_layer() && pair_.target->has_uniform_layer()) {
    pair_.uniform_law =
        make_pressure_law(pair_.casting->layer(0), pair_.target->layer(0), pair_.settings);
  }
}

void ContactEvaluator::set_threads(int threads) {
  if (threads < 1)
    throw InputError(fmt::format("contact of {} on {}: needs at least one thread, not {}",
                                 pair_.casting->name(), pair_.target->name(), threads));
  threads_ = threads;
  if (auto* search = std::get_if<ProximitySearch>(&search_)) search->set_threads(threads);
}

/// Renews the members that depend on the positions of vertices, if these have moved.
void ContactEvaluator::notice_moves() {
  const bool casting_moved = casting_revision_ != pair_.casting->revision();
  if (!casting_moved && target_revision_ == pair_.target->revision()) return;
  casting_revision_ = pair_.casting->revision();
  target_revision_ = pair_.target->revision();
  if (target_map_) target_map_->renew();
  if (casting_moved) octants_.renew(*pair_.casting);
  std::visit([&](auto& search) { search.renew(rays_of(*pair_.casting)); }, search_);
}

const ContactResult& ContactEvaluator::evaluate(const Pose& X_CT, const Twist& V_TC_C) {
  const std::span<const ProximityHit> hits = find_hits(X_CT, 0);
  return assemble(hits, X_CT, V_TC_C, {}, {}, found_pieces());
}

/// Laws of patches see a patch as a whole, bristles belong to triangles, and an elastic layer has
/// nodes of its own.
bool ContactEvaluator::allows_pieces() const {
  return is_foundation(pair_.normal_law) && !pair_.layer && !pair_.settings.two_sided &&
         !is_sticking(pair_.friction) && !has_user_function(pair_.settings) &&
         pair_.casting->vertex_velocities().empty() && pair_.target->vertex_velocities().empty();
}

std::span<const ProximityHit> ContactEvaluator::find_hits(const Pose& X_CT, double reach,
                                                          double most_force) {
  constexpr double k_least_depth_over_layers = 0x1p-12;
  notice_moves();
  pieces_.clear();
  if (pair_.layer) {
    find_patches(X_CT, reach, most_force);
    return found_;
  }
  search(X_CT, reach);
  if (!pieces_.can_divide() || !allows_pieces()) return found_;
  const PressureLaw layers = pair_.law(0, 0);
  const double least = k_least_depth_over_layers * (layers.thickness_a + layers.thickness_b);
  if (pieces_.are_fine(X_CT, found_, least)) return found_;
  search(X_CT, reach + pieces_.margin());
  pieces_.divide(X_CT, window_of(pair_.settings, reach), reach, least, found_);
  return found_;
}

/// Keeps all hits inside the settings' window, since the result reports them.
void ContactEvaluator::find_patches(const Pose& X_CT, double reach, double most_force) {
  const double least = std::min(0.0, pair_.settings.min_proximity);
  const LayerSearch one_pose{
      [this, &X_CT](double searched) { search(X_CT, searched); },
      [this, &X_CT](int triangle, double searched) { return meet(triangle, X_CT, searched); }};
  const double counts =
      pair_.layer->search({reach, std::max(reach, -least), most_force}, one_pose, found_);
  std::erase_if(found_, [&](const ProximityHit& hit) {
    return hit.proximity < least && (hit.proximity < -counts || pair_.layer->is_far(hit));
  });
}

/// The hit that search() finds for one triangle that is not in contact.
ProximityHit ContactEvaluator::meet(int triangle, const Pose& X_CT, double reach) const {
  const geometry::Ray ray =
      inward_ray(target_from_casting(X_CT), pair_.casting->centroids()[triangle],
                 pair_.casting->normals()[triangle]);
  const ProximityWindow gaps{-reach, 0, pair_.settings.two_sided};
  ProximityHit hit = pair_.target->shape() ? meet_one(ray, *pair_.target->shape(), gaps)
                                           : meet_one(ray, pair_.target->tree(), gaps);
  hit.casting_triangle = triangle;
  return hit;
}

void ContactEvaluator::search(const Pose& X_CT, double reach) {
  const ProximityWindow window = window_of(pair_.settings, reach);
  std::visit([&](auto& search) { search.find(X_CT, window, found_); }, search_);
}

const ContactResult& ContactEvaluator::assemble(std::span<const ProximityHit> hits,
                                                const Pose& X_CT, const Twist& V_TC_C,
                                                std::span<const GivenPressure> given,
                                                const LayerFigures& figures,
                                                std::span<const CastingPiece> pieces) {
  CONDYLE_ASSERT(given.empty() || given.size() == hits.size());
  CONDYLE_ASSERT(pieces.empty() || pieces.size() == hits.size());
  CONDYLE_VALIDATE(!pieces.empty() || std::ranges::is_sorted(hits, std::ranges::less_equal(),
                                                             &ProximityHit::casting_triangle));
  notice_moves();
  keep(hits, pieces);
  if (pieces.empty()) hits = result_.hits;
  if (pair_.layer) {
    pair_.layer->meet(result_.hits, X_CT, pair_.settings);
    if (given.empty()) pair_.layer->solve();
  }
  choose_contacts(hits, given);
  if (!pieces.empty()) choose_pieces(hits, pieces);
  X_CT_ = X_CT;
  result_.V_TC_C = V_TC_C;
  casting_map_.reset();
  target_map_is_made_ = false;
  const bool drifts =
      !pair_.casting->vertex_velocities().empty() || !pair_.target->vertex_velocities().empty();
  const std::size_t most = drifts ? 1 : ContactBlock::k_most;
  const Evaluation evaluation{X_CT, inverse_of(X_CT), V_TC_C, hits, pieces, given, most, drifts};
  patches_->begin(result_.hits, shown(), has_friction());
  map_->begin(result_.hits, contacts_.size(), patches_->blocks(),
              pieces.empty() ? std::span<const double>() : pair_.casting->areas(), pair_.share);
  linearisation_->begin(patches_->blocks(), contacts_.size(), has_rate_, has_friction());
  if (pair_.layer) linearisation_->take_stiffness_of(*pair_.layer, pair_.share);
  if (acts_on_patches(pair_.normal_law)) find_points(patches_->find_patches(), X_CT, V_TC_C);
  octants_.begin();
  region_sums_.begin();
  fill_and_sum(evaluation);
  if (pair_.layer) result_.layer = given.empty() ? pair_.layer->figures() : figures;
  octants_.write(result_);
  region_sums_.write(result_);
  result_.F_casting_C = {result_.total.contact_moment, result_.total.contact_force};
  result_.F_target_C = {-result_.total.contact_moment, -result_.total.contact_force};
  CONDYLE_VALIDATE(halves_make_the_total(result_));
  return result_;
}

/// Adds the blocks to the sums in their order, whichever thread fills them.
void ContactEvaluator::fill_and_sum(const Evaluation& evaluation) {
  const std::size_t most = evaluation.contacts_of_block;
  const std::size_t blocks = (contacts_.size() + most - 1) / most;
  const bool is_shared = is_worth_sharing(evaluation);
  if (is_shared) share_filling(evaluation, blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (!is_shared) fill(evaluation, block);
    add_to_sums(evaluation, block);
  }
}

/// Work that calls functions of the user is not shared: one thread at a time may call them.
bool ContactEvaluator::is_worth_sharing(const Evaluation& evaluation) const {
  return threads_ > 1 && !evaluation.drifts && evaluation.pieces.empty() &&
         contacts_.size() >= (has_friction() ? k_rubbing_worth_sharing : k_worth_sharing) &&
         !has_user_function(pair_.settings);
}

void ContactEvaluator::share_filling(const Evaluation& evaluation, std::size_t blocks) {
  const std::size_t parts = (blocks + k_blocks_of_part - 1) / k_blocks_of_part;
  condyle::share(threads_, parts, [&](std::size_t part) {
    const std::size_t first = part * k_blocks_of_part;
    const std::size_t last = std::min(blocks, first + k_blocks_of_part);
    for (std::size_t block = first; block < last; ++block) fill(evaluation, block);
  });
}

/// Blocks are not kept if each contact has a velocity of its own: they all use the first one.
ContactBlock& ContactEvaluator::block_at(const Evaluation& evaluation, std::size_t block) {
  return patches_->block(evaluation.drifts ? 0 : block);
}

void ContactEvaluator::fill(const Evaluation& evaluation, std::size_t index) {
  const std::size_t first = index * evaluation.contacts_of_block;
  const std::size_t count = std::min(evaluation.contacts_of_block, contacts_.size() - first);
  const auto contacts = std::span(contacts_).subspan(first, count);
  ContactBlock& block = block_at(evaluation, index);
  gather(evaluation.hits, contacts, *pair_.casting, evaluation.pieces, pair_.share, block);
  std::span<const int> patch_of;
  if (acts_on_patches(pair_.normal_law)) patch_of = patches_->patch_of().subspan(first, count);
  Twist V = evaluation.V_TC_C;
  if (evaluation.drifts)
    V.linear += drift_of(*pair_.casting, *pair_.target, result_.hits[contacts_[first]],
                         evaluation.X_CT.linear(), evaluation.X_TC);
  face(evaluation, V, block);
  if (pair_.layer)
    press_layer(evaluation, contacts, block);
  else
    press(patch_of, V, block);
  if (!evaluation.given.empty()) take(evaluation.given, contacts, block);
  if (has_friction()) find_friction(block);
  pad(block);
  if (evaluation.pieces.empty())
    write_forces(contacts, block);
  else
    add_forces_of_pieces(shown().subspan(first, count), block);
}

void ContactEvaluator::add_to_sums(const Evaluation& evaluation, std::size_t index) {
  const ContactBlock& block = block_at(evaluation, index);
  result_.clamped_triangles += block.clamped;
  octants_.add(block, has_friction());
  region_sums_.add(block, has_friction());
  if (!evaluation.drifts) return;
  map_->add(block);
  patches_->add(block);
  linearisation_->add(block);
}

void ContactEvaluator::keep(std::span<const ProximityHit> hits,
                            std::span<const CastingPiece> pieces) {
  pieces_at_rim_ = -1;
  deepest_.clear();
  if (!pieces.empty()) {
    make_room(hits.size());
    merge(hits, pieces);
  } else if (hits.data() == result_.hits.data()) {
    result_.hits.resize(hits.size());
  } else {
    make_room(hits.size());
    result_.hits.assign(hits.begin(), hits.end());
  }
}

/// Makes one hit of the pieces of each triangle: the mean proximity of those in contact, or that of
/// the nearest one. Keeps where the deepest one meets the target.
void ContactEvaluator::merge(std::span<const ProximityHit> hits,
                             std::span<const CastingPiece> pieces) {
  const double least = std::max(0.0, pair_.settings.min_proximity);
  result_.hits.clear();
  for (std::size_t i = 0; i < hits.size();) {
    ProximityHit whole = hits[i];
    double area = 0, overlap = 0, most = whole.proximity;
    std::size_t deepest = i;
    for (; i < hits.size() && hits[i].casting_triangle == whole.casting_triangle; ++i) {
      if (hits[i].proximity > least) {
        area += pieces[i].area;
        overlap += pieces[i].area * hits[i].proximity;
      }
      if (hits[i].proximity <= most) continue;
      most = hits[i].proximity;
      deepest = i;
    }
    whole.target_triangle = hits[deepest].target_triangle;
    deepest_.push_back(pieces[deepest].centroid - most * pieces[deepest].normal);
    whole.proximity = area > 0 ? overlap / area : most;
    result_.hits.push_back(whole);
  }
}

/// A contact grows by a few triangles per step; with room for twice as many, growth allocates
/// nothing.
void ContactEvaluator::make_room(std::size_t hits) {
  if (hits <= contacts_.capacity()) return;
  const std::size_t room = 2 * hits;
  contacts_.reserve(room);
  result_.hits.reserve(room);
  result_.traction.reserve(has_friction() ? room : 0);
  result_.thrust.reserve(pair_.settings.force_direction == ForceDirection::target ? room : 0);
  map_->reserve(room);
  patches_->reserve(room);
}

/// Selects the hits in contact, and sets the traction and thrust of all others to zero.
void ContactEvaluator::choose_contacts(std::span<const ProximityHit> hits,
                                       std::span<const GivenPressure> given) {
  const double least = std::max(0.0, pair_.settings.min_proximity);
  const bool follows_target = pair_.settings.force_direction == ForceDirection::target;
  contacts_.resize(hits.size());
  result_.traction.assign(has_friction() ? result_.hits.size() : 0, Eigen::Vector3d::Zero());
  result_.thrust.resize(follows_target ? result_.hits.size() : 0);
  const auto presses = [&](std::size_t i) {
    if (!pair_.layer) return hits[i].proximity > least;
    return given.empty() ? pair_.layer->presses(i) : given[i].pressure > 0;
  };
  std::size_t count = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const bool in_contact = presses(i);
    if (!in_contact && follows_target && i < result_.thrust.size()) result_.thrust[i].setZero();
    contacts_[count] = static_cast<int>(i);
    count += in_contact ? 1 : 0;
  }
  contacts_.resize(count);
  result_.clamped_triangles = 0;
}

/// Finds the result's hit of each contact, and counts the pieces at the border.
void ContactEvaluator::choose_pieces(std::span<const ProximityHit> hits,
                                     std::span<const CastingPiece> pieces) {
  constexpr double k_rim = 0.6;  // of the change across a piece: then the next one does not touch
  for (Eigen::Vector3d& thrust : result_.thrust) thrust.setZero();
  shown_.clear();
  pieces_at_rim_ = 0;
  int at = 0;
  for (const int i : contacts_) {
    while (result_.hits[at].casting_triangle < hits[i].casting_triangle) ++at;
    shown_.push_back(at);
    pieces_at_rim_ += hits[i].proximity < k_rim * pieces[i].change ? 1 : 0;
  }
}

void ContactEvaluator::find_points(int patch_count, const Pose& X_CT, const Twist& V_TC_C) {
  find_patch_points(result_.hits, contacts_, patches_->patch_of(), patch_count, *pair_.casting,
                    *pair_.target, X_CT, pair_.normal_law.acting, points_);
  sample_pressure_of_patches(pair_.normal_law, pair_.settings.dissipation,
                             pair_.law(0, 0).initial_stiffness, points_, V_TC_C, pair_.user_contact,
                             point_samples_);
  if (pair_.friction.mode == FrictionMode::user)
    sample_friction_of_patches(*pair_.friction.user, pair_.user_contact, points_, point_samples_,
                               pair_.settings.force_direction, V_TC_C, point_friction_);
}

void ContactEvaluator::face(const Evaluation& evaluation, const Twist& V_TC_C,
                            ContactBlock& block) const {
  const bool follows_target = pair_.settings.force_direction == ForceDirection::target;
  if (!follows_target && !has_rate_ && is_foundation(pair_.normal_law))
    return face_casting(has_friction(), block);
  face_target(*pair_.target,
              {.X_CT = evaluation.X_CT,
               .X_TC = evaluation.X_TC,
               .follows_target = follows_target,
               .two_sided = pair_.settings.two_sided,
               .rubs_at_hit = follows_target && !is_sticking(pair_.friction)},
              V_TC_C, block);
}

void ContactEvaluator::press(std::span<const int> patch_of, const Twist& V_TC_C,
                             ContactBlock& block) {
  block.clamped = 0;
  if (is_foundation(pair_.normal_law)) {
    block.clamped = pair_.uniform_law ? press_springs(*pair_.uniform_law, block)
                                      : press_springs_of_layers(*pair_.casting, *pair_.target,
                                                                pair_.settings, block);
    if (pair_.settings.dissipation > 0) damp(pair_.settings.dissipation, block);
  } else if (acts_on_patches(pair_.normal_law)) {
    press_patches(points_, point_samples_, patch_of, pair_.settings.force_direction, block);
  } else {
    press_triangles(pair_.normal_law, *pair_.casting, pair_.settings, *pair_.target,
                    pair_.user_contact, block);
  }
  if (pair_.settings.force_direction == ForceDirection::target) release_grazing(block);
  rub(patch_of, V_TC_C, block);
}

/// If a solver has found the layer's forces, the pressures are those that it gives: take().
void ContactEvaluator::press_layer(const Evaluation& evaluation, std::span<const int> contacts,
                                   ContactBlock& block) {
  block.clamped = 0;
  if (evaluation.given.empty()) {
    for (int i = 0; i < block.count; ++i) {
      const auto [pressure, energy, gradient] = pair_.layer->press(contacts[i], pair_.share);
      block.pressure[i] = pressure;
      block.stiffness[i] = 0;  // of the nodes together: ElasticLayer::stiffness()
      block.potential_energy[i] = energy;
      put(gradient, block.gradient, i);
    }
  } else {
    std::fill_n(block.stiffness, ContactBlock::k_most, 0.0);
    for (int i = 0; i < block.count; ++i)
      block.potential_energy[i] = pair_.share * evaluation.given[contacts[i]].energy;
    take(evaluation.given, contacts, block);
  }
  if (has_rate_)
    damp_layer(pair_.settings.dissipation, evaluation.V_TC_C, !evaluation.given.empty(), block);
  rub({}, evaluation.V_TC_C, block);
}

/// What sticks has the friction that a step gives: take().
void ContactEvaluator::rub(std::span<const int> patch_of, const Twist& V_TC_C,
                           ContactBlock& block) {
  if (!has_friction()) return;
  if (is_sticking(pair_.friction))
    rub_nowhere(block);
  else if (pair_.friction.mode != FrictionMode::user)
    rub_triangles(pair_.friction, V_TC_C, block);
  else if (acts_on_patches(pair_.normal_law))
    rub_patches(point_samples_, point_friction_, patch_of, V_TC_C, block);
  else
    rub_by_users_law(*pair_.friction.user, pair_.user_contact, V_TC_C, block);
}

void ContactEvaluator::take(std::span<const GivenPressure> given, std::span<const int> contacts,
                            ContactBlock& block) const {
  for (int i = 0; i < block.count; ++i) {
    const GivenPressure& one = given[contacts[i]];
    block.pressure[i] = one.pressure;
    put(one.gradient, block.gradient, i);
    put(one.rubs_at, block.rubs_at, i);
    if (has_friction()) put(one.traction, block.traction, i);
  }
}

void ContactEvaluator::write_forces(std::span<const int> contacts, const ContactBlock& block) {
  if (has_friction())
    for (int i = 0; i < block.count; ++i)
      result_.traction[contacts[i]] = vector_at(block.traction, i);
  if (pair_.settings.force_direction == ForceDirection::target)
    for (int i = 0; i < block.count; ++i)
      result_.thrust[contacts[i]] = -block.pressure[i] * vector_at(block.gradient, i).tail<3>();
}

/// Tractions and thrusts of a divided triangle are means over its area.
void ContactEvaluator::add_forces_of_pieces(std::span<const int> contacts,
                                            const ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const double part =
        block.area[i] / (pair_.share * pair_.casting->areas()[block.casting_triangle[i]]);
    if (has_friction()) result_.traction[contacts[i]] += part * vector_at(block.traction, i);
    if (pair_.settings.force_direction == ForceDirection::target)
      result_.thrust[contacts[i]] -=
          part * block.pressure[i] * vector_at(block.gradient, i).tail<3>();
  }
}

const SideMap& ContactEvaluator::casting_map() const {
  if (!pair_.casting->casts_from_nodes()) return result_.casting;
  if (!casting_map_) casting_map_ = triangle_map(*pair_.casting, result_.casting);
  return *casting_map_;
}

const SideMap& ContactEvaluator::target_map() const {
  if (!target_map_) target_map_.emplace(*pair_.casting, *pair_.target);
  if (!target_map_is_made_) target_map_->make(result_.hits, deepest_, result_.casting, X_CT_);
  target_map_is_made_ = true;
  return target_map_->map();
}

}  // namespace condyle
