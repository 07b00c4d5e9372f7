#pragma once

namespace condyle {

/// How an elastic layer was solved (Formulation::elastic_layer).
struct LayerFigures {
  int nodes = 0;            ///< number of nodes on the casting surface
  double node_spacing = 0;  ///< square root of the mean area of their patches [m]
  int candidates = 0;       ///< number of nodes that could press
  /// Number of nodes that press. Below about 60, peak pressures may be wrong by several per cent.
  int active_nodes = 0;
  /// Number of nodes that press and lie closer to a free edge (FreeEdges) than 0.75 of the
  /// thickness.
  int edge_nodes = 0;
  int passes = 0;  ///< number of systems solved
  /// Error in the conditions of contact, relative to the sum of the nodes' forces
  /// (complementarity.h).
  double residual = 0;
};

}  // namespace condyle
