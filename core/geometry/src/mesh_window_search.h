#pragma once

#include <Eigen/Core>
#include <limits>
#include <queue>
#include <vector>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/mesh_place.h"
#include "core/geometry/src/mesh_sides.h"

namespace condyle::geometry {

/// One search for a shortest path. MeshGeodesics::shortest describes the algorithm.
class MeshWindowSearch {
 public:
  /// `limit`: the length of any known path [m].
  MeshWindowSearch(const MeshSides& sides, const MeshPlace& from, const MeshPlace& to,
                   double limit);

  /// Runs the search. Returns false if it needs more than `most_windows` windows; least_left() is
  /// then a lower bound on the length of the paths that were not searched.
  bool run(int most_windows);
  double least_left() const;  ///< lower bound on the length of the paths not searched [m]

  /// Length of the best path found, or infinity [m].
  double length() const { return best_.length; }
  /// The best path found; precondition: length() is finite.
  MeshGeodesic path() const;

 private:
  static constexpr double k_infinity = std::numeric_limits<double>::infinity();

  /// A bundle of straight lines from a source, unfolded into the plane of the triangle that they
  /// enter next.
  struct Window {
    int side;                ///< the side through which the lines enter the triangle
    int parent;              ///< the window through which they came, or -1
    int root;                ///< index of the root where they start
    double low, high;        ///< range in which they cross the side, in its frame [m]
    Eigen::Vector2d source;  ///< the source in the side's frame, y <= 0 [m]
  };

  /// The start of a path, or a vertex at which it bends.
  struct Root {
    Eigen::Vector3d point;
    double length;               ///< length of the path up to this root [m]
    int window, root, triangle;  ///< as in Arrival
  };

  /// The best path found to a vertex: through a window, or straight from a root across a triangle.
  struct Arrival {
    double length = k_infinity;
    int window = -1, root = -1, triangle = -1;
    int fan = -1;
    double turn = 0;  ///< direction of the path back, as an angle in the fan [rad]
  };

  /// The best path found to the end; fields as in Arrival.
  struct Best {
    double length = k_infinity;
    int window = -1, root = -1, triangle = -1;
  };

  /// An entry of the search queue: a window, or else a vertex. The lowest bound comes first.
  struct Entry {
    double least;  ///< lower bound on the length of any path through it [m]
    int window, vertex;
    bool operator<(const Entry& other) const { return least > other.least; }
  };

  /// The shortest line found so far to the apex across a side.
  struct Occupant {
    double length = k_infinity, crossing = 0;
  };

  void leave_start();
  /// `index`: in windows_. `x` below: where the shortest line from its source to the apex crosses
  /// its side.
  void enter(int index);
  void enter_left(int parent, double low, double high, double x);
  void enter_right(int parent, double low, double high, double x);
  void bend(int vertex);
  void spread(int root, int corner);
  void arrive(int corner, const Eigen::Vector3d& from, Arrival arrival);
  void offer(const Best& best);
  void add(const Window& window);

  bool leads_to_end(int triangle) const;
  double through(const Window& window, const Eigen::Vector2d& point) const;
  bool is_beaten(const Window& child, double behind_length, double behind_distance,
                 double behind_place) const;
  double least_by(int vertex) const;

  const MeshSides& sides_;
  const MeshPlace &from_, &to_;
  double limit_;  ///< paths longer than this are ignored [m]
  std::vector<Window> windows_;
  std::vector<Root> roots_;
  std::vector<Arrival> arrivals_;    ///< per vertex
  std::vector<Occupant> occupants_;  ///< per side
  std::priority_queue<Entry> queue_;
  Best best_;
};

}  // namespace condyle::geometry
