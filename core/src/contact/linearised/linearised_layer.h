#pragma once

#include <span>
#include <vector>

#include "condyle/contact/layer_figures.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/elastic/layer_rows.h"
#include "core/src/contact/elastic/warm_complementarity.h"
#include "core/src/contact/linearised/linearised_geometry.h"
#include "core/src/contact/linearised/linearised_work.h"

namespace condyle {

/// A node of an elastic layer with linearised triangles. Vectors as in LinearisedBlock.
struct LinearisedNode {
  int node = -1;                       ///< index in LayerNodes
  int slot = -1;                       ///< index in LayerRows; -1: cannot press
  int first = 0, last = 0;             ///< range of its triangles in LinearisedLayer::triangles
  double covered = 0;                  ///< area of its triangles that press or may press [m^2]
  double proximity = 0;                ///< mean proximity of its triangles at the search [m]
  double depth_held_back = 0;          ///< see LinearisedBlock::depth_held_back [m]
  Vector6 gradient = Vector6::Zero();  ///< derivative of the proximity [m, 1]
  Vector6 thrust = Vector6::Zero();    ///< minus the wrench per force [m, 1]
  // State at the last evaluation:
  double proximity_at_end = 0;  ///< proximity at the end of the step [m]
  double rate = 0;              ///< rate of the proximity [m/s]
  double elastic = 0;           ///< elastic force, without damping [N]
  double force = 0;             ///< force with damping [N]
};

/// A linearised triangle of a layer's node.
struct LayerTriangle {
  int place;               ///< place among the blocks: see LinearisedGeometry::places
  double area;             ///< area of the triangle; 0: does not press [m^2]
  Eigen::Vector3d offset;  ///< vector from the node's point to the centroid [m]
};

/// An elastic layer (elastic/elastic_layer.h) within a step. Proximities of nodes are linear from
/// the search on, so the energy U = max over f >= 0 of d'f - 1/2 f'Cf is convex in the motion, the
/// wrench is minus its gradient, and the slope J' C_aa^-1 J over the nodes that press is symmetric
/// positive semi-definite, as with springs. Each evaluation solves for f exactly; what the solver
/// keeps from the last one only saves time. Triangles take the gradient of their node's patch and
/// share out its force (NodePressures); each rubs by itself.
struct LinearisedLayer {
  /// Most nodes that may press in a step, which keeps C and its factor: half a gigabyte for this
  /// many. Evaluations of a pair outside of a step take any number (ClusteredForces).
  static constexpr int k_most_nodes = 5000;

  explicit LinearisedLayer(const ElasticLayer& elastic);

  const ElasticLayer* law;
  double share = 1;        ///< see ContactPair::share()
  double dissipation = 0;  ///< dissipation by Hunt and Crossley [s/m]
  double tolerance = 0;    ///< see ContactSettings::layer_tolerance
  std::vector<LinearisedNode> nodes;
  std::vector<int> node_of_place;  ///< per place among the blocks: index in `nodes`, or -1
  std::vector<int> index_of_node;  ///< per node of LayerNodes with triangles: index in `nodes`
  std::vector<LayerTriangle> triangles;  ///< triangles of all nodes, node by node
  LayerFigures figures;                  ///< how the last evaluation was solved
  double greatest_force = 0;             ///< see LinearisedContact::layer_force() [N]

  // Kept from step to step to be used again:
  LayerRows rows;
  NodePressures pressures;
  WarmComplementarity solver;
  std::vector<int> slots, node_of_slot;
  Eigen::VectorXd depths;     ///< depth per slot [m]
  Eigen::VectorXd of_active;  ///< scratch: per node that presses
  EightColumns responses;     ///< scratch: per node that presses
  /// Per node of `nodes`: derivative of its elastic force by the motion, and minus the derivative
  /// of the wrench by its force.
  std::vector<Vector6> response, acting;
  std::vector<int> known, changed;
  std::vector<double> parts;
  std::vector<double> of_patch;  ///< scratch: pressures of a node's triangles [Pa]
};

/// Linearises the layer's nodes, from triangles that were linearised (linearise_triangles()).
/// Throws InputError naming the pair and a node_spacing if there are more than k_most_nodes; the
/// layer can then be linearised again, at another place.
void linearise_layer(const SurfacePair& pair, std::span<const ProximityHit> hits,
                     LinearisedGeometry& geometry, LinearisedLayer& layer);

/// Sets the nodes' areas and proximities from the triangles that may press. Call again when
/// triangles have been dropped.
void average_proximities(const LinearisedGeometry& geometry, LinearisedLayer& layer);

/// sum_forces() (linearised_sums.h) for an elastic layer.
LinearisedSums sum_forces(std::span<LinearisedBlock> blocks, const LinearisedLaw& law,
                          const RelativeMotion& motion, double dt, Linearisation linearisation,
                          LinearisedLayer& layer);

/// LinearisedContact::press_by() for an elastic layer. `displacement`: from the start to
/// the search.
void press_by(double part_of_depth, const Vector6& displacement, std::span<LinearisedBlock> blocks,
              LinearisedLayer& layer);

/// LinearisedContact::part_that_gives() for an elastic layer. One that stores U at the depths of
/// the start and separates gives at most f_end' (d_start - d_end) <= 2 (U U_end)^1/2 - 2 U_end <= U
/// / 2; and U is proportional to the square of the depth.
double part_that_gives(double energy, const Vector6& displacement, LinearisedLayer& layer);

/// Energy stored at the pose of the search [J].
double elastic_where_found(LinearisedLayer& layer);

/// Adds the work of pressure, the loss by damping, the stored energy and the stiffness to the work
/// of a (sub-)step.
void add_layer_work(const LinearisedStep& step, LinearisedLayer& layer, LinearisedWork& work);

/// What a triangle bears of its node at the last evaluation, if each node yields by itself as much
/// as it does where all that press are pressed in alike.
struct NodeShare {
  double force = 0;      ///< [N]
  double stiffness = 0;  ///< [N/m]
  double proximity = 0;  ///< of the node, at the search [m]
};
/// Per place among the blocks; without a node, all 0. `presses`: the last evaluation found nodes
/// that press; else none does.
std::vector<NodeShare> shares_of_nodes(LinearisedLayer& layer, bool presses);

/// The energy stored on a triangle at a place [J]: its node's energy, in proportion to its `area`
/// [m^2].
double energy_at(const LinearisedLayer& layer, std::size_t place, double area);

/// Minus the wrench per pressure and area of the triangle at a place.
const Vector6& thrust_at(const LinearisedLayer& layer, std::size_t place);

}  // namespace condyle
