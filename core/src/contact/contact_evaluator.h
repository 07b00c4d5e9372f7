#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/collision/shape_search.h"
#include "core/src/contact/casting_map.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/contact_linearisation.h"
#include "core/src/contact/contact_pressure.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/linearised/given_pressure.h"
#include "core/src/contact/linearised/surface_pair.h"
#include "core/src/contact/lumped_layers.h"
#include "core/src/contact/octant_sums.h"
#include "core/src/contact/open_border.h"
#include "core/src/contact/patch_report.h"
#include "core/src/contact/region_sums.h"
#include "core/src/contact/rigid_rims.h"
#include "core/src/contact/surface/casting_pieces.h"
#include "core/src/contact/surface/patch_points.h"
#include "core/src/contact/target_map.h"

namespace condyle {

/// The inside of a ContactPair. contact_pair.h describes its public functions.
class ContactEvaluator {
 public:
  ContactEvaluator(std::shared_ptr<const ContactSurface> casting,
                   std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
                   std::vector<Region> regions);
  ~ContactEvaluator();

  const ContactSurface& casting() const { return *pair_.casting; }
  const ContactSurface& target() const { return *pair_.target; }
  const ContactSettings& settings() const { return pair_.settings; }

  void set_settings(const ContactSettings& settings);

  const ContactResult& evaluate(const Pose& X_CT, const Twist& V_TC_C);

  /// The rays' hits at X_CT by ascending casting triangle, in the window [min(min_proximity,
  /// -reach), max_proximity]. A reach > 0 [m] includes triangles that are about to touch. With an
  /// elastic layer, the hits also include all rays of the patches that may press; `most_force` is a
  /// bound on the layer's total force [N]. Where the contact is small beside the triangles of an
  /// analytic shape, these are divided, and each of found_pieces() has a hit of its own.
  std::span<const ProximityHit> find_hits(
      const Pose& X_CT, double reach = 0,
      double most_force = std::numeric_limits<double>::infinity());

  /// The pieces of the last find_hits(), parallel to its hits; empty if they are of whole
  /// triangles.
  std::span<const CastingPiece> found_pieces() const { return pieces_.all(); }

  /// Computes the result of given hits: those of find_hits(), or the same hits with proximities
  /// that a solver has advanced. Hits ascend by casting triangle. Each triangle has at most one,
  /// unless `pieces` are given, parallel to `hits`, which must stay valid during the call. A hit
  /// with proximity <= 0 enters only the maps of proximity. `hits` may be those of the last result.
  /// If `given` is not empty, it is parallel to `hits` and replaces the
  /// pressure and friction that laws find on triangles. For an elastic layer it also decides which
  /// triangles press and gives their energy, and `figures` are those of the layer. Stiffness and
  /// damping remain those of the laws.
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {}, std::span<const GivenPressure> given = {},
                                const LayerFigures& figures = {},
                                std::span<const CastingPiece> pieces = {});

  /// Of the pieces of divided triangles in contact in the last result, the number of those at its
  /// border: less deep than the proximity changes across them. -1 if no triangles were divided.
  int pieces_at_rim() const { return pieces_at_rim_; }
  /// Whether the settings allow triangles to be divided.
  bool allows_pieces() const;
  /// Whether the last result is that of pieces of triangles.
  bool divides() const { return pieces_at_rim_ >= 0; }

  const ContactResult& result() const { return result_; }
  const Pose& pose() const { return X_CT_; }
  const SideMap& casting_map() const;
  const SideMap& target_map() const;

  void set_share(double share) { pair_.share = share; }
  double share() const { return pair_.share; }

  void set_threads(int threads);
  int threads() const { return threads_; }

  /// The surfaces and the laws between them.
  const SurfacePair& surfaces() const { return pair_; }

  /// The law of Formulation::elastic_layer between the surfaces; null under any other formulation.
  const ElasticLayer* elastic_layer() const { return pair_.layer.get(); }
  ElasticLayer* elastic_layer() { return pair_.layer.get(); }
  /// The sharp edges of its rigid side; null under any other formulation.
  const RigidRims* rigid_rims() const { return rims_ ? &*rims_ : nullptr; }
  const NormalLaw& normal_law() const { return pair_.normal_law; }

  /// How far the layers, if lumped, are from layers in series.
  const LumpedLayers& lumped_layers() const { return lumped_layers_; }

  /// The open edges of the surfaces.
  const OpenBorder& casting_border() const { return casting_border_; }
  const OpenBorder& target_border() const { return target_border_; }

  void set_user_contact(const condyle_contact& contact) { pair_.user_contact = contact; }
  const condyle_contact& user_contact() const { return pair_.user_contact; }

 private:
  /// The inputs of one evaluation.
  struct Evaluation {
    const Pose& X_CT;
    Pose X_TC;
    const Twist& V_TC_C;
    std::span<const ProximityHit> hits;  ///< those of the result unless triangles are divided
    std::span<const CastingPiece> pieces;
    std::span<const GivenPressure> given;
    std::size_t contacts_of_block;
    bool drifts;  ///< vertices move, so each contact has a velocity of its own
  };

  void notice_moves();
  void search(const Pose& X_CT, double reach);
  void find_patches(const Pose& X_CT, double reach, double most_force);
  ProximityHit meet(int triangle, const Pose& X_CT, double reach) const;
  void keep(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  void merge(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  void make_room(std::size_t hits);
  void choose_contacts(std::span<const ProximityHit> hits, std::span<const GivenPressure> given);
  void choose_pieces(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  /// The result's hit of each contact.
  std::span<const int> shown() const {
    return pieces_at_rim_ < 0 ? std::span<const int>(contacts_) : shown_;
  }
  void find_points(int patch_count, const Pose& X_CT, const Twist& V_TC_C);
  void fill_and_sum(const Evaluation& evaluation);
  void share_filling(const Evaluation& evaluation, std::size_t blocks);
  void fill(const Evaluation& evaluation, std::size_t index);
  void add_to_sums(const Evaluation& evaluation, std::size_t index);
  ContactBlock& block_at(const Evaluation& evaluation, std::size_t block);
  void press(std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);
  void press_layer(const Evaluation& evaluation, std::span<const int> contacts,
                   ContactBlock& block);
  void rub(std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);
  void face(const Evaluation& evaluation, const Twist& V_TC_C, ContactBlock& block) const;
  void take(std::span<const GivenPressure> given, std::span<const int> contacts,
            ContactBlock& block) const;
  void write_forces(std::span<const int> contacts, const ContactBlock& block);
  void add_forces_of_pieces(std::span<const int> contacts, const ContactBlock& block);
  bool is_worth_sharing(const Evaluation& evaluation) const;
  bool has_friction() const { return rubs(pair_.friction); }

  SurfacePair pair_;
  OpenBorder casting_border_, target_border_;
  int threads_ = 1;
  bool has_rate_ = false;                    ///< the normal force depends on the rate of proximity
  std::vector<PatchPoint> points_;           ///< points of the patches, if the law acts on patches
  std::vector<NormalSample> point_samples_;  ///< parallel to points_
  std::vector<FrictionSample> point_friction_;  ///< parallel to points_, by the user's law
  LumpedLayers lumped_layers_;
  std::optional<RigidRims> rims_;  ///< set with SurfacePair::layer
  std::variant<ProximitySearch, ShapeSearch> search_;
  /// Revisions of the surfaces for which the members below hold.
  std::int64_t casting_revision_ = 0, target_revision_ = 0;
  std::vector<ProximityHit> found_;
  CastingPieces pieces_;       ///< parallel to found_, or none
  std::vector<int> contacts_;  ///< indices of the hits that are in contact
  std::vector<int> shown_;     ///< if triangles are divided: see shown()
  std::vector<Eigen::Vector3d>
      deepest_;  ///< if triangles are divided, per hit: on the target, in C
  int pieces_at_rim_ = -1;
  std::unique_ptr<CastingMap> map_;                     ///< the result points to this map
  std::unique_ptr<PatchReport> patches_;                ///< the result points to this report
  std::unique_ptr<LinearisationReport> linearisation_;  ///< the result points to this report
  OctantSums octants_;
  RegionSums region_sums_;
  ContactResult result_;

  /// Pose and maps of the last result.
  Pose X_CT_ = Pose::Identity();
  mutable std::optional<SideMap> casting_map_;  ///< per triangle; used if nodes cast
  mutable std::optional<TargetMap> target_map_;
  mutable bool target_map_is_made_ = false;
};

}  // namespace condyle
