#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/elastic/layer_forces.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/contact/elastic/node_pressures.h"
#include "core/src/contact/elastic/overlap_curvature.h"

namespace condyle {

/// The search of a pair at one pose, as an elastic layer asks for it.
struct LayerSearch {
  /// Fills the hits with those whose gap is at most this [m].
  std::function<void(double reach)> find;
  /// The hit of one triangle that is not in contact, or none: target_triangle is then -1.
  std::function<ProximityHit(int triangle, double reach)> meet;
};

/// The law Formulation::elastic_layer between two surfaces: elastic layers bonded to rigid
/// backings, in frictionless contact. The unknowns are forces f_i >= 0 on the nodes of the casting
/// surface:
///   C f - d >= 0,  f_i (C f - d)_i = 0,   C of LayerCompliance
/// d_i is the mean of the proximities in node i's patch, gaps counting as negative. So the
/// forces store the energy U(d) = max over f >= 0 of d'f - 1/2 f'Cf, and the wrench is minus its
/// gradient: f_i times the mean over the patch of the gradients of proximity.
///
/// Not thread-safe.
class ElasticLayer {
 public:
  /// Takes the set-up of pairs like this, or makes it: LayerSetup. Keeps references to both
  /// surfaces. Throws InputError naming `what` if the compliance is not definite.
  ElasticLayer(const ContactSurface& casting, const ContactSurface& target,
               const ContactSettings& settings, const std::string& what);
  ElasticLayer(const ElasticLayer&) = delete;
  ElasticLayer& operator=(const ElasticLayer&) = delete;

  const LayerNodes& nodes() const { return nodes_; }
  const LayerCompliance& compliance() const { return setup_->compliance; }
  const NodeSlopes& slopes() const { return setup_->slopes; }

  /// What the surfaces yield by, as a length: the sum of the finite layers that have an end, or
  /// eight times the distance of the nodes if there is none [m].
  double depth_scale() const { return setup_->depth_scale; }

  /// The largest gap [m] that counts beside these hits: patches that touch with a part count with
  /// all of their rays, and a layer that cannot be compressed swells into the gap around the
  /// contact, in the limit of a thin one to twice the depth (Johnson 1985, sec. 5.8).
  double reach(std::span<const ProximityHit> hits) const;

  /// What search() looks for.
  struct Sought {
    double way = 0;   ///< by which the bodies may still come nearer; gaps up to here count [m]
    double seen = 0;  ///< gap up to which patches count in any case, at least `way` [m]
    /// Bound on the force, which lifts no patch by more than LayerSetup::lift times that [N].
    double most_force = std::numeric_limits<double>::infinity();
  };

  /// Fills `hits` by ascending triangle: all rays that count of the patches that may press, and
  /// other rays. Few need more of reach() than patches with a gap have; a ray that lacks is met
  /// alone. Other patches are far until the next call, and their hits do not count in what follows.
  /// Returns the largest gap that counts: reach(), and at least Sought::way.
  double search(const Sought& sought, const LayerSearch& search, std::vector<ProximityHit>& hits);

  bool is_far(const ProximityHit& hit) const {
    return patches_[nodes_.node_of_triangle[hit.casting_triangle]].is_far;
  }

  /// Takes the hits of one pose, found with a reach of at least reach(), for the members below.
  void meet(std::span<const ProximityHit> hits, const Pose& X_CT, const ContactSettings& settings);

  /// Solves for the forces at these hits.
  void solve();

  /// Whether a hit, by its index, lies in a patch that presses.
  bool presses(std::size_t hit) const { return pressure_[hit] > 0; }

  /// Fills pressure, gradient and energy of a gathered block, whose triangles are `contacts`. Each
  /// triangle's pressure runs between those of the nodes, and keeps the force of each patch; it
  /// acts along the patch's mean gradient.
  void press(std::span<const int> contacts, double share, ContactBlock& block) const;

  /// -d(wrench on the casting body) / d(motion): J' C_aa^-1 J + sum f d2d/dq2 over the active
  /// nodes, J their gradients. The second part is left out if the force follows the casting normal.
  /// Solves first if that has not been done for these hits.
  Matrix6 stiffness();

  const LayerFigures& figures() const { return figures_; }

 private:
  /// What a node is in during one solution.
  struct NodeState {
    double covered = 0;                  ///< area of the patch's rays that meet the target [m^2]
    double depth = 0;                    ///< d [m]
    double force = 0;                    ///< f [N]
    Vector6 gradient = Vector6::Zero();  ///< mean of those of proximity, of a node that presses
  };

  /// What search() knows of a node.
  struct Patch {
    double area = 0;  ///< of the rays that meet the target [m^2]
    double sum = 0;   ///< of their areas times proximities [m^3]
    int rays = 0;
    bool is_far = false;
  };

  void add_met(std::span<const ProximityHit> hits, double reach);
  double look(double searched, const Sought& sought, const LayerSearch& search,
              std::vector<ProximityHit>& hits);
  void find_near(const Sought& sought);
  bool lacks_rays(int node) const {
    const auto rays = static_cast<std::size_t>(patches_[node].rays);
    return !patches_[node].is_far && rays < nodes_.triangles_of(node).size();
  }
  void meet_lacking(double reach, const LayerSearch& search, std::vector<ProximityHit>& hits);
  void choose_next_reach(std::span<const ProximityHit> hits);
  void find_meetings();
  void average_depths();
  void find_forces(double tolerance);
  void take_forces();
  void spread_pressure();
  double force_of_pressure() const;
  Eigen::Matrix3d turned_curvature(const Eigen::Vector3d& p_C) const;

  const ContactSurface *casting_, *target_;
  std::shared_ptr<const LayerSetup> setup_;
  const LayerNodes& nodes_;  ///< of the set-up

  // The last solution.
  std::vector<NodeState> states_;  ///< per node
  std::vector<Patch> patches_;     ///< per node
  std::vector<int> met_;           ///< nodes that rays of search() have met
  std::vector<ProximityHit> lacking_;
  double next_reach_ = 0;             ///< of the rays searched together, which saves time alone [m]
  double widest_ = 0;                 ///< gap that a patch may close and press [m]
  std::vector<int> known_;            ///< nodes that may press, ascending
  std::vector<RayMeeting> meetings_;  ///< parallel to the hits
  std::vector<char> counts_;          ///< parallel to the hits: whether the ray counts
  NodePressures pressures_;
  std::vector<double> pressure_;    ///< parallel to the hits [Pa]
  std::vector<double> kept_force_;  ///< per node, before pressures are scaled [N]
  std::vector<ProximityHit> hits_;
  Pose X_CT_ = Pose::Identity(), X_TC_ = X_CT_;
  bool follows_target_ = true;
  bool is_solved_ = false;
  double tolerance_ = 0;
  std::vector<double> depths_, parts_;  ///< parallel to known_
  DenseForces dense_;
  std::unique_ptr<ClusteredForces> clustered_;  ///< null until a contact needs it
  bool is_clustered_ = false;                   ///< the last solution is
  LayerForces forces_;                          ///< of the nodes known_
  LayerFigures figures_;
};

/// Throws InputError that names `what` and the setting if the formulation is elastic_layer and
/// cannot go with the other settings.
void require_elastic_layer(const ContactSettings& settings, const std::string& what);

/// Throws InputError that names `what` and the setting if this law cannot go with these surfaces
/// and settings.
void require_elastic_layer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what);

}  // namespace condyle
