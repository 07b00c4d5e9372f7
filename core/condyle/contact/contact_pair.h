#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "condyle/collision/proximity_search.h"
#include "condyle/collision/shape_search.h"
#include "condyle/contact/bristles.h"
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
#include "condyle/threads/workers.h"

namespace condyle {

/// What a solver has found to act on one casting triangle, in the casting mesh frame.
struct GivenPressure {
  double pressure = 0;                                 ///< [Pa]
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();  ///< of friction, on the casting body [Pa]
  Eigen::Vector3d along =
      Eigen::Vector3d::Zero();  ///< minus the thrust per pressure: ForceDirection
  Eigen::Vector3d presses_at = Eigen::Vector3d::Zero(), rubs_at = presses_at;  ///< points [m]
};

/// Elastic-foundation contact of a casting mesh against a target mesh or shape (Smith et al. 2018).
/// A casting triangle's ray starts at its centroid c and runs against its outward normal n, into
/// the casting body; the distance along it to the target's surface is the proximity d. In contact
/// (d > 0) the triangle of area A feels a force, and the target the opposite at the same point:
///   p = max(0, p_law(d) (1 + 3/2 c_diss d'))    (Hunt & Crossley 1975), d' from proximity_rate
///   along the target's normal n_t (ForceDirection): at the hit x = c - d n
///     (-p n_t / (n . n_t) + traction) A,  traction = -mu(|v_t|) p / |n . n_t| v_t / |v_t|
///   along the casting normal: (-p n + traction) A at c,  traction = -mu(|v_t|) p v_t / |v_t|
/// v_t is the slip of that point across the same normal; with stiction the traction is that of
/// bristles.h, at c. Areas and pressures are those of the casting triangles either way.
/// A NormalLaw other than the elastic foundation takes the place of p, on each triangle or on each
/// patch; a patch's force acts at one point (patch_points.h), shared out over its triangles by
/// proximity for the map of pressure, and counts as centre of pressure and proximity.
/// With CastingElements::nodes the mesh's nodes cast in place of its triangles (casting_nodes.h):
/// `casting()` is then a surface of nodes, and what is said per casting triangle is said per node.
/// Remembers where rays hit as a hint for speed alone: any history gives the same bits as a fresh
/// pair. Not thread-safe; surfaces may be shared. Where a DeformableSurface has moved one of them,
/// the next call notices; the velocities of its vertices count in the rates and slips of triangles,
/// not of patches.
class ContactPair {
 public:
  /// Regions are of triangles; a node belongs to one where most of its triangles' area does. Throws
  /// InputError where a surface is missing, the casting one has no triangles, or settings or
  /// regions are out of range.
  ContactPair(std::shared_ptr<const ContactSurface> casting,
              std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
              std::vector<Region> regions = {});

  const ContactSurface& casting() const { return *casting_; }
  const ContactSurface& target() const { return *target_; }
  const ContactSettings& settings() const { return settings_; }

  /// Changes law, window, damping, friction from the next evaluation on. Throws InputError, also
  /// where `casts_from` is another one: that takes a new pair.
  void set_settings(const ContactSettings& settings);

  /// Proximity, pressure, wrench, stiffness, statistics, in one call: find_hits, then assemble.
  /// The lists of patches are made when they are first read, which several threads may do.
  /// X_CT is the pose of the target mesh in the casting mesh frame; V_TC_C the velocity of C
  /// relative to T, at C's origin, expressed in C. The result stays valid until the next call.
  /// Allocates nothing once a contact of half the size has been seen, but for what is rare: see
  /// k_expected_patches.
  const ContactResult& evaluate(const Pose& X_CT, const Twist& V_TC_C = {});

  /// The rays' hits at X_CT, ascending casting triangle, in the window
  /// [min(min_proximity, -reach), max_proximity]; reach >= 0 [m] asks for triangles about to touch.
  std::span<const ProximityHit> find_hits(const Pose& X_CT, double reach = 0);

  /// Everything that follows from given hits: those of find_hits, or the same with their
  /// proximities moved on by a solver; ascending casting triangle, each once. A hit with proximity
  /// <= 0 enters the maps of proximity alone. `hits` may be those of the last result. With stiction
  /// friction is that of the `bristles` (ascending casting triangle): without any there is none.
  /// Where `given` is not empty it is parallel to `hits`, and takes the place of what laws on
  /// triangles say of pressure and friction; stiffness and damping stay theirs.
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {}, std::span<const Bristle> bristles = {},
                                std::span<const GivenPressure> given = {});

  const ContactResult& result() const { return result_; }

  /// X_CT of the last result.
  const Pose& pose() const { return X_CT_; }

  /// The last result's casting side per triangle of its mesh, whatever casts (triangle_map.h);
  /// valid until the next evaluation.
  const SideMap& casting_map() const;

  /// The last result as seen from the target: values per triangle of the target mesh (how they are
  /// made: target_map.h); of a shape, per triangle of the mesh that stands for it. Made when first
  /// asked for, for it costs about as much as all the rest; valid until the next evaluation. Like
  /// evaluate(), not for several threads at once.
  const SideMap& target_map() const;

  /// Part of all areas, forces and energies that this pair stands for, from the next evaluation on:
  /// one, or a half where the other side casts too, so that both results add up to their mean.
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

  /// The settings' normal law, its stiffness settled from the layers where that is asked for.
  const NormalLaw& normal_law() const { return normal_law_; }

  /// What the user's laws are told of time and of both bodies from now on. By default the casting
  /// mesh frame is the world, and both stand there, at time 0.
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
    LinearisationSums linearisation = {};
  };

  void notice_moves();
  void clear_casting_map(std::span<const ProximityHit> hits);
  void keep(std::span<const ProximityHit> hits);
  void make_room(std::size_t hits);
  void choose_contacts();
  void find_points(int patch_count, const Pose& X_CT, const Twist& V_TC_C);
  void fill_and_sum(Evaluation& evaluation);
  void share_filling(Evaluation& evaluation);
  void fill(const Evaluation& evaluation, std::size_t block);
  void add_to_statistics(const Evaluation& evaluation, std::size_t block);
  void add_to_linearisation(Evaluation& evaluation, std::size_t block);
  ContactBlock& block_at(const Evaluation& evaluation, std::size_t block);
  void press(std::span<const int> patch_of, const Pose& X_CT, const Twist& V_TC_C,
             std::span<const Bristle> bristles, ContactBlock& block);
  void face_target(const Pose& X_CT, ContactBlock& block) const;
  void take(std::span<const GivenPressure> given, std::span<const int> contacts,
            ContactBlock& block) const;
  void write_maps(std::span<const int> contacts, const ContactBlock& block);
  bool is_worth_sharing(const Evaluation& evaluation) const;
  void rub(std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);
  bool has_friction() const { return rubs(friction_); }

  std::shared_ptr<const ContactSurface> casting_, target_;
  ContactSettings settings_;
  double share_ = 1;
  int threads_ = 1;
  Workers workers_;
  NormalLaw normal_law_;                     ///< settled
  bool has_rate_ = false;                    ///< the normal force depends on the rate of proximity
  std::vector<PatchPoint> points_;           ///< of the patches, where the law presses those
  std::vector<NormalSample> point_samples_;  ///< parallel
  std::vector<FrictionSample> point_friction_;  ///< parallel, by the user's law
  condyle_contact user_contact_ = {};
  Friction friction_;                       ///< of the settings, resolved
  std::optional<PressureLaw> uniform_law_;  ///< where both surfaces have one layer
  std::variant<ProximitySearch, ShapeSearch> search_;
  std::int64_t casting_revision_ = 0, target_revision_ = 0;  ///< that all below knows of
  std::vector<ProximityHit> found_;
  std::vector<int> contacts_;             ///< those of the result's hits that are in contact
  std::unique_ptr<PatchReport> patches_;  ///< the result refers to it
  OctantSums octants_;
  RegionSums region_sums_;
  ContactResult result_;

  /// Of the last result.
  Pose X_CT_ = Pose::Identity();
  mutable std::optional<SideMap> casting_map_;  ///< where nodes cast
  mutable std::optional<TargetMap> target_map_;
  mutable bool target_map_is_made_ = false;
};

}  // namespace condyle
