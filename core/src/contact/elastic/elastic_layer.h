#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer_figures.h"
#include "condyle/pose.h"
#include "core/src/contact/elastic/layer_forces.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/contact/elastic/node_pressures.h"
#include "core/src/contact/elastic/overlap_curvature.h"

namespace condyle {

/// The search of a pair at one pose, as an elastic layer uses it.
struct LayerSearch {
  /// Finds the hits with gaps up to `reach` [m] and writes them to the list that
  /// ElasticLayer::search() fills.
  std::function<void(double reach)> find;
  /// The hit of one triangle that is not in contact, with a gap up to `reach` [m]; target_triangle
  /// is -1 if there is none.
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
  /// Takes the LayerSetup that all pairs with this setup_key() share, or makes it. Keeps references
  /// to both surfaces. Throws InputError naming `what` if the compliance is not definite.
  ElasticLayer(const ContactSurface& casting, const ContactSurface& target,
               const ContactSettings& settings, const std::string& what);
  ElasticLayer(const ElasticLayer&) = delete;
  ElasticLayer& operator=(const ElasticLayer&) = delete;

  const LayerNodes& nodes() const { return nodes_; }
  const LayerCompliance& compliance() const { return setup_->compliance; }
  const NodeSlopes& slopes() const { return setup_->slopes; }

  /// How well the set-up carries the law under an even pressure.
  const EvenPressure& even_pressure() const { return setup_->even_pressure; }

  /// The part of the last solution's force that acts on nodes beside a seam of the casting mesh
  /// (nodes_across_seams) that press on both sides of it, and the node among them with the largest
  /// force; -1: none.
  std::pair<double, int> force_beside_seams() const;

  /// A node that presses harder than each of its neighbours because of its patch.
  struct OddPeak {
    double excess = 0;  ///< what it presses harder than all of them, over the highest pressure
    double ratio = 1;   ///< its pressure over the highest of its neighbours
    int node = -1;      ///< -1: none
  };

  /// The worst of the nodes of the last solution that press harder than all their neighbours, most
  /// of which press too, and whose patches are slender, or smaller than half of those around. Two
  /// such patches side by side, as of needle triangles, are so alike to the law that one may take
  /// the other's force.
  OddPeak worst_odd_peak() const;

  /// A length with which depths are compared [m]: the sum of the thicknesses of the layers that
  /// have an end, the casting side's at its thinnest place, or eight times the spacing of the nodes
  /// if there is no such layer.
  double depth_scale() const { return setup_->depth_scale; }

  /// The largest gap [m] that counts beside these hits. A patch that touches with a part of itself
  /// counts with all of its rays. An incompressible layer swells into the gap around the contact; a
  /// thin one closes gaps up to twice the depth (Johnson 1985, sec. 5.8).
  double reach(std::span<const ProximityHit> hits) const;

  /// What search() looks for.
  struct Sought {
    double approach = 0;  ///< how much nearer the bodies may come; gaps up to this count [m]
    double seen = 0;      ///< gap up to which patches count in any case, at least `approach` [m]
    /// Bound on the layer's force [N], which lifts no patch by more than LayerSetup::lift times
    /// this force.
    double most_force = std::numeric_limits<double>::infinity();
  };

  /// Fills `hits` by ascending triangle with all rays that count of the patches that may press, and
  /// with other rays. Rays are searched together up to a gap that few of them exceed; rays that
  /// patches still lack are met one by one. Other patches are far until the next call, and their
  /// hits are ignored until then. Returns the largest gap that counts: reach(), or Sought::approach
  /// if that is larger.
  double search(const Sought& sought, const LayerSearch& search, std::vector<ProximityHit>& hits);

  bool is_far(const ProximityHit& hit) const {
    return patches_[nodes_.node_of_triangle[hit.casting_triangle]].is_far;
  }

  /// Takes the hits of one pose, found with a reach of at least reach(), for the functions below.
  void meet(std::span<const ProximityHit> hits, const Pose& X_CT, const ContactSettings& settings);

  /// Solves for the forces at these hits.
  void solve();

  /// Whether a hit, by its index, lies in a patch that presses.
  bool presses(std::size_t hit) const { return pressure_[hit] > 0; }

  /// What the layer does on a triangle. The pressures of triangles are interpolated between the
  /// nodes (NodePressures) and keep the force of each patch. They act along the patch's mean
  /// gradient.
  struct Press {
    double pressure;          ///< [Pa]
    double energy;            ///< [J], times the share
    const Vector6& gradient;  ///< of the node, until it is solved again
  };

  /// Of a hit by its index, in a pair with this share.
  Press press(int hit, double share) const {
    const int t = hits_[hit].casting_triangle;
    const NodeState& state = states_[nodes_.node_of_triangle[t]];
    return {pressure_[hit],
            share * state.force * state.depth * casting_->areas()[t] / (2 * state.covered),
            state.gradient};
  }

  /// -d(wrench on the casting body) / d(motion): J' C_aa^-1 J + sum f d2d/dq2 over the active
  /// nodes, J their gradients. The second part is left out if the force follows the casting normal.
  /// Solves first if that has not been done for these hits.
  Matrix6 stiffness();

  const LayerFigures& figures() const { return figures_; }

 private:
  /// The state of a node in one solution.
  struct NodeState {
    double covered = 0;                  ///< area of the patch's rays that meet the target [m^2]
    double depth = 0;                    ///< d [m]
    double force = 0;                    ///< f [N]
    Vector6 gradient = Vector6::Zero();  ///< mean gradient of proximity; 0 if f is 0
  };

  /// What search() has found out about the patch of a node.
  struct Patch {
    double area = 0;  ///< area of the triangles whose rays meet the target [m^2]
    double sum = 0;   ///< sum of their areas times proximities [m^3]
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
  std::vector<int> met_;           ///< nodes with rays that met the target in search()
  std::vector<ProximityHit> lacking_;
  double next_reach_ = 0;   ///< gap to which rays are searched together; affects time only [m]
  double widest_ = 0;       ///< largest mean gap that a patch may close so as to press [m]
  std::vector<int> known_;  ///< nodes that may press, ascending
  std::vector<RayMeeting> meetings_;  ///< parallel to the hits
  std::vector<char> counts_;          ///< parallel to the hits: whether the ray counts
  NodePressures pressures_;
  std::vector<double> pressure_;    ///< parallel to the hits [Pa]
  std::vector<double> kept_force_;  ///< per node: force of its pressures before they are scaled [N]
  std::vector<ProximityHit> hits_;
  Pose X_CT_ = Pose::Identity(), X_TC_ = X_CT_;
  bool follows_target_ = true;
  bool is_solved_ = false;
  double tolerance_ = 0;
  std::vector<double> depths_, parts_;  ///< parallel to known_
  DenseForces dense_;
  std::unique_ptr<ClusteredForces> clustered_;  ///< null until a contact needs it
  bool is_clustered_ = false;                   ///< clustered_ found the last solution
  LayerForces forces_;                          ///< forces on the nodes known_
  LayerFigures figures_;
};

}  // namespace condyle
