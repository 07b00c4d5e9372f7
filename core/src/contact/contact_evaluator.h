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
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/linearised_contact.h"
#include "core/src/contact/linearised/surface_pair.h"
#include "core/src/contact/lumped_layers.h"
#include "core/src/contact/octant_sums.h"
#include "core/src/contact/open_border.h"
#include "core/src/contact/patch_report.h"
#include "core/src/contact/region_sums.h"
#include "core/src/contact/rigid_rims.h"
#include "core/src/contact/surface/casting_pieces.h"
#include "core/src/contact/target_map.h"

namespace condyle {

/// The inside of a ContactPair. contact_pair.h describes its public functions.
class ContactEvaluator {
 public:
  ContactEvaluator(std::shared_ptr<const ContactSurface> casting,
                   std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
                   std::vector<Region> regions);
  /// One that shows the results of another and has none of its own: ContactPair::shown().
  struct ForShowing {};
  ContactEvaluator(const ContactEvaluator& other, ForShowing);
  ~ContactEvaluator();

  /// ContactPair::show().
  bool show_result_of(const ContactEvaluator& other);

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

  /// Evaluates given hits, those of find_hits() or some like them. Hits ascend by casting triangle.
  /// Each triangle has at most one, unless `pieces` are given, parallel to `hits`, which must stay
  /// valid during the call. A hit with proximity <= 0 enters only the maps of proximity. `hits` may
  /// be those of the last result.
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {},
                                std::span<const CastingPiece> pieces = {});

  /// Hits that a step has evaluated, at their proximities then.
  struct Evaluated {
    std::span<const ProximityHit> hits;
    std::span<const CastingPiece> pieces;    ///< parallel to hits, or none
    std::span<const ReportedPlace> places;   ///< parallel to hits
    std::span<const ContactBlock> reported;  ///< see LinearisedContact::report()
    LayerFigures layer;

    bool presses(std::size_t hit) const;
  };
  /// Makes the result of these hits. With an elastic layer, those press that pressed in the step.
  const ContactResult& show(const Evaluated& step, const Pose& X_CT, const Twist& V_TC_C);

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
  /// See ProximitySearch::set_look_ahead().
  void set_look_ahead(bool looks_ahead);

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
  void copy_result(const ContactEvaluator& other);
  void notice_moves();
  void search(const Pose& X_CT, double reach);
  void find_patches(const Pose& X_CT, double reach, double most_force);
  ProximityHit meet(int triangle, const Pose& X_CT, double reach) const;
  void keep(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  void merge(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  void make_room(std::size_t hits);
  void choose_contacts(std::span<const ProximityHit> hits, const Evaluated* step);
  int count_clamped(std::span<const ProximityHit> hits) const;
  void choose_pieces(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces);
  /// The result's hit of each contact.
  std::span<const int> shown() const {
    return pieces_at_rim_ < 0 ? std::span<const int>(contacts_) : shown_;
  }
  void begin(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces,
             const Pose& X_CT, const Twist& V_TC_C, const Evaluated* step);
  void evaluate_patches(std::span<const ProximityHit> hits);
  void take(std::span<const ProximityHit> hits, const Evaluated& step);
  const ContactResult& finish(std::span<const ProximityHit> hits,
                              std::span<const CastingPiece> pieces, bool is_due = false);
  void fill(std::span<const ProximityHit> hits, std::span<const CastingPiece> pieces,
            std::span<const int> contacts, ContactBlock& block) const;
  void write_forces(std::span<const int> contacts, const ContactBlock& block);
  void add_forces_of_pieces(std::span<const int> contacts, const ContactBlock& block);
  bool has_friction() const { return rubs(pair_.friction); }

  SurfacePair pair_;
  /// If this is one for showing: the other's surfaces, and copies of those that deform.
  std::shared_ptr<const ContactSurface> others_casting_, others_target_;
  std::shared_ptr<DeformableSurface> own_casting_, own_target_;
  OpenBorder casting_border_, target_border_;
  int threads_ = 1;
  bool has_rate_ = false;              ///< the normal force depends on the rate of proximity
  LinearisedContact linearised_;       ///< at the pose of an evaluation without a step
  std::vector<ContactBlock> points_;   ///< of patches, if the law acts on these
  std::vector<ReportedPlace> places_;  ///< per hit: its patch's place among points_
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
