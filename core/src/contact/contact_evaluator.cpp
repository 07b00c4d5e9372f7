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
#include "core/src/contact/require_elastic_layer.h"
#include "core/src/contact/result_checks.h"
#include "core/src/contact/surface/layer_limits.h"
#include "core/src/contact/triangle_map.h"
#include "core/src/threads/share.h"

namespace condyle {
namespace {

/// Numbers of contacts from which several threads gain more than they cost, without friction and
/// with it. A contact that rubs takes several times the work.
constexpr std::size_t k_worth_sharing = 2048, k_rubbing_worth_sharing = 256;

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

/// A copy of a surface that deforms; null if it does not.
std::shared_ptr<DeformableSurface> copy_if_deformable(const ContactSurface& surface) {
  if (!surface.is_deformable()) return nullptr;
  if (surface.has_uniform_layer())
    return std::make_shared<DeformableSurface>(surface.mesh(), surface.layer(0), surface.name());
  std::vector<Layer> layers;
  for (int t = 0; t < surface.triangle_count(); ++t) layers.push_back(surface.layer(t));
  return std::make_shared<DeformableSurface>(surface.mesh(), std::move(layers), surface.name());
}

void follow(const ContactSurface& surface, DeformableSurface& copy) {
  copy.move_vertices(surface.mesh().vertices, surface.vertex_velocities());
}

SurfacePair pair_of(std::shared_ptr<const ContactSurface> casting,
                    std::shared_ptr<const ContactSurface> target) {
  SurfacePair pair;
  pair.casting = std::move(casting);
  pair.target = std::move(target);
  return pair;
}

ProximityWindow window_of(const ContactSettings& settings, double reach) {
  return {std::min(settings.min_proximity, -reach), settings.max_proximity, settings.two_sided};
}

}  // namespace

ContactEvaluator::ContactEvaluator(std::shared_ptr<const ContactSurface> casting,
                                   std::shared_ptr<const ContactSurface> target,
                                   const ContactSettings& settings, std::vector<Region> regions)
    : pair_(pair_of(able_to_cast(std::move(casting), settings.casts_from),
                    able_to_be_met(std::move(target)))),
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

ContactEvaluator::ContactEvaluator(const ContactEvaluator& other, ForShowing)
    : pair_(pair_of(other.pair_.casting, other.pair_.target)),
      others_casting_(other.pair_.casting),
      others_target_(other.pair_.target),
      own_casting_(copy_if_deformable(*pair_.casting)),
      own_target_(copy_if_deformable(*pair_.target)),
      casting_border_(other.casting_border_),
      target_border_(other.target_border_),
      search_(make_search(*pair_.casting, *pair_.target)),
      pieces_(*pair_.casting, *pair_.target),
      map_(std::make_unique<CastingMap>(pair_.casting->element_count())),
      patches_(std::make_unique<PatchReport>(*pair_.casting)),
      linearisation_(std::make_unique<LinearisationReport>()),
      octants_(*pair_.casting),
      region_sums_(*pair_.casting, {}) {
  if (own_casting_) pair_.casting = own_casting_->surface();
  if (own_target_) pair_.target = own_target_->surface();
  if (own_casting_) patches_ = std::make_unique<PatchReport>(*pair_.casting);
  map_->give(result_);
  patches_->give(result_);
  linearisation_->give(result_);
}

ContactEvaluator::~ContactEvaluator() = default;

bool ContactEvaluator::show_result_of(const ContactEvaluator& other) {
  if (others_casting_ != other.pair_.casting || others_target_ != other.pair_.target) return false;
  if (own_casting_) follow(*others_casting_, *own_casting_);
  if (own_target_) follow(*others_target_, *own_target_);
  if (own_target_ && target_map_) target_map_->renew();
  pair_.settings = other.pair_.settings;
  pair_.share = other.pair_.share;
  pair_.normal_law = other.pair_.normal_law;
  pair_.friction = other.pair_.friction;
  pair_.uniform_law = other.pair_.uniform_law;
  pair_.user_contact = other.pair_.user_contact;
  lumped_layers_ = other.lumped_layers_;
  has_rate_ = other.has_rate_;
  make_room(std::max(other.result_.hits.size(), other.contacts_.size()));
  contacts_ = other.contacts_;
  shown_ = other.shown_;
  deepest_ = other.deepest_;
  pieces_at_rim_ = other.pieces_at_rim_;
  copy_result(other);
  return true;
}

/// Copies the result, and the blocks from which maps, patches and stiffness are made when they are
/// read.
void ContactEvaluator::copy_result(const ContactEvaluator& other) {
  result_.hits = other.result_.hits;
  result_.traction = other.result_.traction;
  result_.thrust = other.result_.thrust;
  result_.total = other.result_.total;
  result_.regions = other.result_.regions;
  result_.V_TC_C = other.result_.V_TC_C;
  result_.F_casting_C = other.result_.F_casting_C;
  result_.F_target_C = other.result_.F_target_C;
  result_.clamped_triangles = other.result_.clamped_triangles;
  result_.layer = other.result_.layer;
  X_CT_ = other.X_CT_;
  casting_map_.reset();
  target_map_is_made_ = false;
  patches_->begin(result_.hits, shown(), has_friction());
  std::ranges::copy(std::as_const(*other.patches_).blocks(), patches_->blocks().begin());
  map_->begin(result_.hits, patches_->blocks(),
              divides() ? pair_.casting->areas() : std::span<const double>(), pair_.share);
  linearisation_->begin(patches_->blocks(), has_rate_, has_friction());
  if (other.pair_.layer) linearisation_->have_no_stiffness();
}

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

void ContactEvaluator::set_look_ahead(bool looks_ahead) {
  if (auto* search = std::get_if<ProximitySearch>(&search_)) search->set_look_ahead(looks_ahead);
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
  return assemble(hits, X_CT, V_TC_C, found_pieces());
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
                                                std::span<const CastingPiece> pieces) {
  begin(hits, pieces, X_CT, V_TC_C, nullptr);
  if (pieces.empty()) hits = result_.hits;
  if (contacts_.empty()) return finish(hits, pieces);
  if (linearised_.begin_report(pair_, X_CT, V_TC_C)) return finish(hits, pieces, true);
  if (acts_on_patches(pair_.normal_law))
    evaluate_patches(hits);
  else
    linearised_.report_where_found(pair_, hits, pieces, contacts_, patches_->blocks());
  return finish(hits, pieces);
}

const ContactResult& ContactEvaluator::show(const Evaluated& step, const Pose& X_CT,
                                            const Twist& V_TC_C) {
  CONDYLE_ASSERT(step.places.size() == step.hits.size());
  begin(step.hits, step.pieces, X_CT, V_TC_C, &step);
  take(step.hits, step);
  if (pair_.layer) result_.layer = step.layer;
  return finish(step.hits, step.pieces);
}

/// Begins a result: keeps its hits, chooses those in contact, and prepares the reports.
void ContactEvaluator::begin(std::span<const ProximityHit> hits,
                             std::span<const CastingPiece> pieces, const Pose& X_CT,
                             const Twist& V_TC_C, const Evaluated* step) {
  CONDYLE_ASSERT(pieces.empty() || pieces.size() == hits.size());
  CONDYLE_VALIDATE(!pieces.empty() || std::ranges::is_sorted(hits, std::ranges::less_equal(),
                                                             &ProximityHit::casting_triangle));
  notice_moves();
  keep(hits, pieces);
  if (pieces.empty()) hits = result_.hits;
  if (pair_.layer) {
    pair_.layer->meet(result_.hits, X_CT, pair_.settings);
    if (step == nullptr) pair_.layer->solve();
    result_.layer = pair_.layer->figures();
  }
  choose_contacts(hits, step);
  if (!pieces.empty()) choose_pieces(hits, pieces);
  X_CT_ = X_CT;
  result_.V_TC_C = V_TC_C;
  casting_map_.reset();
  target_map_is_made_ = false;
  patches_->begin(result_.hits, shown(), has_friction());
  map_->begin(result_.hits, patches_->blocks(),
              pieces.empty() ? std::span<const double>() : pair_.casting->areas(), pair_.share);
  linearisation_->begin(patches_->blocks(), has_rate_, has_friction());
  if (pair_.layer) linearisation_->take_stiffness_of(*pair_.layer, pair_.share);
}

/// Evaluates a point for each patch, and shares its force out over the patch's triangles.
void ContactEvaluator::evaluate_patches(std::span<const ProximityHit> hits) {
  points_.resize(patches_->blocks().size());  // there are no more points than triangles
  linearised_.report_where_found(pair_, hits, {}, contacts_, points_);
  linearised_.list_places(*pair_.casting, hits, places_);
  take(hits, {.hits = hits, .places = places_, .reported = points_});
}

/// Takes what was evaluated of the contacts. The triangles of a patch share its place.
void ContactEvaluator::take(std::span<const ProximityHit> hits, const Evaluated& step) {
  const bool by_patches = acts_on_patches(pair_.normal_law);
  constexpr auto k_most = static_cast<std::size_t>(ContactBlock::k_most);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const auto hit = static_cast<std::size_t>(contacts_[i]);
    const auto [place, part] = step.places[hit];
    const auto from = static_cast<std::size_t>(place);
    const double area = by_patches ? pair_.casting->areas()[hits[hit].casting_triangle] : 1;
    copy(step.reported[from / k_most], static_cast<int>(from % k_most), part, part * area,
         patches_->blocks()[i / k_most], static_cast<int>(i % k_most));
  }
}

/// Ends a result: evaluates the contacts where that is still `due`, and forms the sums. A block
/// stays in the first-level cache meanwhile, unless several threads share the evaluation.
const ContactResult& ContactEvaluator::finish(std::span<const ProximityHit> hits,
                                              std::span<const CastingPiece> pieces, bool is_due) {
  const std::span<ContactBlock> blocks = patches_->blocks();
  const auto contacts_of = [&](std::size_t b) {
    const std::size_t first = b * ContactBlock::k_most;
    return std::pair(first, std::min<std::size_t>(contacts_.size() - first, ContactBlock::k_most));
  };
  const auto evaluate = [&](std::size_t b) {
    const auto [first, count] = contacts_of(b);
    linearised_.report_block(pair_, hits, pieces, std::span(contacts_).subspan(first, count),
                             blocks[b]);
  };
  const bool is_large =
      contacts_.size() >= (has_friction() ? k_rubbing_worth_sharing : k_worth_sharing);
  const bool is_shared = is_due && is_large && threads_ > 1;
  if (is_shared) condyle::share(threads_, blocks.size(), evaluate);
  octants_.begin();
  region_sums_.begin();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (is_due && !is_shared) evaluate(b);
    ContactBlock& block = blocks[b];
    const auto [first, count] = contacts_of(b);
    block.count = static_cast<int>(count);
    if (!is_due) fill(hits, pieces, std::span(contacts_).subspan(first, count), block);
    pad(block);
    if (pieces.empty())
      write_forces(shown().subspan(first, count), block);
    else
      add_forces_of_pieces(shown().subspan(first, count), block);
    octants_.add(block, has_friction());
    region_sums_.add(block, has_friction());
  }
  octants_.write(result_);
  region_sums_.write(result_);
  result_.F_casting_C = {result_.total.contact_moment, result_.total.contact_force};
  result_.F_target_C = {-result_.total.contact_moment, -result_.total.contact_force};
  CONDYLE_VALIDATE(halves_make_the_total(result_));
  return result_;
}

/// Writes what the evaluation does not: triangles, areas and places.
void ContactEvaluator::fill(std::span<const ProximityHit> hits,
                            std::span<const CastingPiece> pieces, std::span<const int> contacts,
                            ContactBlock& block) const {
  const bool has_points = acts_on_patches(pair_.normal_law);
  for (int i = 0; i < block.count; ++i) {
    const auto at = static_cast<std::size_t>(contacts[i]);
    const CastingPlace from = place_of(*pair_.casting, pieces, at, hits[at]);
    block.casting_triangle[i] = hits[at].casting_triangle;
    block.area[i] = pair_.share * from.area;
    block.proximity[i] = hits[at].proximity;
    if (!has_points) put(from.centroid, block.centroid, i);
  }
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

bool ContactEvaluator::Evaluated::presses(std::size_t hit) const {
  const auto place = static_cast<std::size_t>(places[hit].place);
  return places[hit].place >= 0 &&
         reported[place / ContactBlock::k_most].pressure[place % ContactBlock::k_most] > 0;
}

/// Selects the hits in contact, and sets the traction and thrust of all others to zero.
void ContactEvaluator::choose_contacts(std::span<const ProximityHit> hits, const Evaluated* step) {
  const double least = std::max(0.0, pair_.settings.min_proximity);
  const bool follows_target = pair_.settings.force_direction == ForceDirection::target;
  contacts_.resize(hits.size());
  result_.traction.assign(has_friction() ? result_.hits.size() : 0, Eigen::Vector3d::Zero());
  result_.thrust.resize(follows_target ? result_.hits.size() : 0);
  const ElasticLayer* const layer = pair_.layer.get();
  const auto presses = [=](std::size_t i) {
    if (layer == nullptr) return hits[i].proximity > least;
    return step == nullptr ? layer->presses(i) : step->presses(i);
  };
  std::size_t count = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const bool in_contact = presses(i);
    if (!in_contact && follows_target && i < result_.thrust.size()) result_.thrust[i].setZero();
    contacts_[count] = static_cast<int>(i);
    count += in_contact ? 1 : 0;
  }
  contacts_.resize(count);
  result_.clamped_triangles =
      pair_.settings.formulation == Formulation::nonlinear ? count_clamped(hits) : 0;
}

int ContactEvaluator::count_clamped(std::span<const ProximityHit> hits) const {
  const bool has_one_law = pair_.uniform_law.has_value();
  double most = largest_proximity(pair_.law(0, 0));
  int count = 0;
  for (const int i : contacts_) {
    const ProximityHit& hit = hits[static_cast<std::size_t>(i)];
    if (!has_one_law)
      most = largest_proximity(pair_.law(hit.casting_triangle, hit.target_triangle));
    count += hit.proximity > most ? 1 : 0;
  }
  return count;
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
