#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "condyle/collision/proximity_search.h"
#include "condyle/collision/shape_search.h"
#include "condyle/contact/bristles.h"
#include "condyle/contact/casting_map.h"
#include "condyle/contact/contact_block.h"
#include "condyle/contact/contact_linearisation.h"
#include "condyle/contact/contact_pressure.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/normal_law.h"
#include "condyle/contact/octant_sums.h"
#include "condyle/contact/patch_points.h"
#include "condyle/contact/patch_report.h"
#include "condyle/contact/pressure_law.h"
#include "condyle/contact/region_sums.h"
#include "condyle/contact/target_map.h"

namespace condyle {

class ElasticLayer;

/// Pressure and friction of one casting triangle as a solver has found them, in the casting mesh
/// frame.
struct GivenPressure {
  double pressure = 0;  ///< [Pa]
  /// Traction of friction on the casting body [Pa].
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();
  Vector6 gradient = Vector6::Zero();  ///< minus the wrench per pressure and area (ForceDirection)
  Eigen::Vector3d rubs_at = Eigen::Vector3d::Zero();  ///< point at which friction acts [m]
  double energy = 0;  ///< stored by an elastic layer on the whole triangle [J]
};

/// Elastic-foundation contact of a casting mesh with a target mesh or shape (Smith et al. 2018). A
/// casting triangle's ray starts at its centroid c and runs against its outward normal n, into the
/// casting body; the distance along the ray to the target's surface is the proximity d. A triangle
/// in contact (d > 0), of area A, feels a force, and the target feels the opposite force at the
/// same point:
///   p = max(0, p_law(d) (1 + 3/2 c_diss d'))    (Hunt & Crossley 1975), d' from proximity_rate
///   along the target's normal n_t (ForceDirection): at the hit x = c - d n
///     (-p n_t / (n . n_t) + traction) A,  traction = -mu(|v_t|) p / |n . n_t| v_t / |v_t|
///   along the casting normal: (-p n + traction) A at c,  traction = -mu(|v_t|) p v_t / |v_t|
/// v_t is the slip of that point, perpendicular to the normal in use. With stiction, bristles.h
/// gives the traction, at c. Areas and pressures are those of the casting triangles in either case.
///
/// Any other NormalLaw replaces p, on each triangle or on each patch. The force of a patch acts at
/// one point (patch_points.h), which counts as its centre of pressure and of proximity; the map of
/// pressure distributes the force over the patch's triangles in proportion to proximity.
///
/// With Formulation::elastic_layer the layers are elastic bodies (elastic/elastic_layer.h): forces
/// on nodes of the casting surface are solved for together, and triangles in contact are those of
/// patches that press, whatever their own proximity. The nodes lie on the casting surface even if
/// the layer is the target's.
///
/// With CastingElements::nodes the mesh's nodes cast instead of its triangles (casting_nodes.h):
/// casting() is then a surface of nodes, and "per casting triangle" means per node.
///
/// A pair remembers earlier hits only for speed: its results equal those of a new pair, to the bit.
/// Not thread-safe; surfaces may be shared. The next call takes account of a move of a
/// DeformableSurface. Velocities of its vertices count in the rates and slips of triangles, but not
/// in those of patches.
class ContactPair {
 public:
  /// Regions are sets of triangles; a node belongs to a region if at least half of its triangles'
  /// area does. Throws InputError if a surface is missing, the casting surface has no triangles, or
  /// settings or regions are out of range.
  ContactPair(std::shared_ptr<const ContactSurface> casting,
              std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
              std::vector<Region> regions = {});
  ContactPair(ContactPair&&) noexcept;
  ContactPair& operator=(ContactPair&&) noexcept;
  ~ContactPair();

  const ContactSurface& casting() const { return *casting_; }
  const ContactSurface& target() const { return *target_; }
  const ContactSettings& settings() const { return settings_; }

  /// Changes law, window, damping and friction from the next evaluation on. Throws InputError if
  /// the settings are invalid or change `casts_from`, which takes a new pair. An elastic layer is
  /// set up here, in about a second for 15,000 triangles, unless its nodes stay.
  void set_settings(const ContactSettings& settings);

  /// Computes proximity, pressure, wrench, stiffness and statistics in one call: find_hits, then
  /// assemble. The casting map, patches, stiffness and damping are made when they are first read,
  /// perhaps by several threads at once. X_CT is the pose of the target mesh in the casting mesh
  /// frame, V_TC_C the velocity of C relative to T, at C's origin, expressed in C. The result stays
  /// valid until the next call. Allocates nothing once the pair has seen a contact of half the
  /// size, with rare exceptions (k_expected_patches; an elastic layer, per solution).
  const ContactResult& evaluate(const Pose& X_CT, const Twist& V_TC_C = {});

  /// The rays' hits at X_CT by ascending casting triangle, in the window [min(min_proximity,
  /// -reach), max_proximity]. A reach > 0 [m] includes triangles that are about to touch; an
  /// elastic layer has one of its own at least.
  std::span<const ProximityHit> find_hits(const Pose& X_CT, double reach = 0);

  /// Computes the result of given hits: those of find_hits, or these with proximities advanced by a
  /// solver. Hits ascend by casting triangle, each triangle at most once. A hit with proximity <= 0
  /// enters only the maps of proximity. `hits` may be those of the last result. With stiction, the
  /// `bristles` (by ascending casting triangle) give the friction; without bristles there is none.
  /// If `given` is not empty, it is parallel to `hits` and replaces the pressure and friction of
  /// laws on triangles, and all of an elastic layer's, whose `figures` come along; stiffness and
  /// damping remain those of the laws.
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {}, std::span<const Bristle> bristles = {},
                                std::span<const GivenPressure> given = {},
                                const LayerFigures& figures = {});

  const ContactResult& result() const { return result_; }

  /// Pose X_CT of the last result.
  const Pose& pose() const { return X_CT_; }

  /// The casting side of the last result, per triangle of the casting mesh even if nodes cast
  /// (triangle_map.h). Valid until the next evaluation.
  const SideMap& casting_map() const;

  /// The target side of the last result: values per triangle of the target mesh (see target_map.h),
  /// or of the mesh that represents a target shape. The first call after an evaluation makes the
  /// map, which costs about as much as the evaluation. Valid until the next evaluation. Not
  /// thread-safe, like evaluate().
  const SideMap& target_map() const;

  /// The factor of all areas, forces and energies from the next evaluation on: 1, or 1/2 if the
  /// other side casts too, so that the two results add up to their mean.
  void set_share(double share) { share_ = share; }
  double share() const { return share_; }

  /// From the next evaluation on up to so many threads, >= 1 (default: 1), the calling one among
  /// them, share the work of each where there is enough of it; an analytic target and laws of the
  /// user's are one thread's work. The results are the same to the bit. Threads that find pairs one
  /// each (StepSettings::threads) may share these too: no thread is added to theirs. Throws
  /// InputError.
  void set_threads(int threads);
  int threads() const { return threads_; }

  /// The law between a casting and a target triangle.
  PressureLaw law(int casting_triangle, int target_triangle) const;

  /// The law of Formulation::elastic_layer between the surfaces; null under any other formulation.
  const ElasticLayer* elastic_layer() const { return layer_.get(); }
  ElasticLayer* elastic_layer() { return layer_.get(); }

  /// The normal law of the settings, with its stiffness derived from the layers if the law asks for
  /// that.
  const NormalLaw& normal_law() const { return normal_law_; }

  /// Time and bodies passed to the user's laws from now on. By default the world is the casting
  /// mesh frame, both bodies rest in its origin, and the time is 0.
  void set_user_contact(const condyle_contact& contact) { user_contact_ = contact; }
  const condyle_contact& user_contact() const { return user_contact_; }

 private:
  /// What one evaluation is made of.
  struct Evaluation {
    const Pose& X_CT;
    Pose X_TC;
    const Twist& V_TC_C;
    std::span<const Bristle> bristles;
    std::span<const GivenPressure> given;
    std::size_t contacts_of_block;
    bool drifts;  ///< each contact moves in its own way
  };

  void notice_moves();
  void search(const Pose& X_CT, double reach);
  void keep(std::span<const ProximityHit> hits);
  void make_room(std::size_t hits);
  void choose_contacts(std::span<const GivenPressure> given);
  void find_points(int patch_count, const Pose& X_CT, const Twist& V_TC_C);
  void fill_and_sum(const Evaluation& evaluation);
  void share_filling(const Evaluation& evaluation);
  void fill(const Evaluation& evaluation, std::size_t block);
  void add_to_sums(const Evaluation& evaluation, std::size_t block);
  ContactBlock& block_at(const Evaluation& evaluation, std::size_t block);
  void press(std::span<const int> patch_of, const Pose& X_CT, const Twist& V_TC_C,
             std::span<const Bristle> bristles, ContactBlock& block);
  void press_layer(const Evaluation& evaluation, std::span<const int> contacts,
                   ContactBlock& block);
  void rub(std::span<const int> patch_of, const Pose& X_CT, const Twist& V_TC_C,
           std::span<const Bristle> bristles, ContactBlock& block);
  void face_target(const Pose& X_CT, ContactBlock& block) const;
  void take(std::span<const GivenPressure> given, std::span<const int> contacts,
            ContactBlock& block) const;
  void write_forces(std::span<const int> contacts, const ContactBlock& block);
  bool is_worth_sharing(const Evaluation& evaluation) const;
  void rub(std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);
  bool has_friction() const { return rubs(friction_); }

  std::shared_ptr<const ContactSurface> casting_, target_;
  ContactSettings settings_;
  double share_ = 1;
  int threads_ = 1;
  NormalLaw normal_law_;                     ///< settled
  bool has_rate_ = false;                    ///< the normal force depends on the rate of proximity
  std::vector<PatchPoint> points_;           ///< of the patches, where the law presses those
  std::vector<NormalSample> point_samples_;  ///< parallel
  std::vector<FrictionSample> point_friction_;  ///< parallel, by the user's law
  condyle_contact user_contact_ = {};
  Friction friction_;                       ///< friction of the settings, resolved
  std::optional<PressureLaw> uniform_law_;  ///< set if both surfaces have one layer
  std::unique_ptr<ElasticLayer> layer_;     ///< set for Formulation::elastic_layer
  std::variant<ProximitySearch, ShapeSearch> search_;
  /// Revisions of the surfaces for which the members below hold.
  std::int64_t casting_revision_ = 0, target_revision_ = 0;
  std::vector<ProximityHit> found_;
  std::vector<int> contacts_;             ///< indices of the result's hits that are in contact
  std::unique_ptr<CastingMap> map_;       ///< the result points to it
  std::unique_ptr<PatchReport> patches_;  ///< and to it
  std::unique_ptr<LinearisationReport> linearisation_;  ///< and to it
  OctantSums octants_;
  RegionSums region_sums_;
  ContactResult result_;

  /// Pose and maps of the last result.
  Pose X_CT_ = Pose::Identity();
  mutable std::optional<SideMap> casting_map_;  ///< used if nodes cast
  mutable std::optional<TargetMap> target_map_;
  mutable bool target_map_is_made_ = false;
};

}  // namespace condyle
