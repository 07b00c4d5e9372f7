#pragma once

#include <Eigen/Core>
#include <limits>
#include <queue>
#include <vector>

#include "condyle/geometry/mesh_geodesic.h"
#include "condyle/geometry/mesh_place.h"
#include "condyle/geometry/mesh_sides.h"

namespace condyle {

/// One search for a shortest path; MeshGeodesics::shortest says how.
class MeshWindowSearch {
 public:
  /// `limit`: the length of some path [m].
  MeshWindowSearch(const MeshSides& sides, const MeshPlace& from, const MeshPlace& to,
                   double limit);

  /// Whether it came to its end within so many windows. Else `least_left` bounds what is left.
  bool run(int most_windows);
  double least_left() const;  ///< no path that was not looked at is shorter [m]

  double length() const { return best_.length; }  ///< of the best path found, or infinity [m]
  MeshGeodesic path() const;                      ///< precondition: there is one

 private:
  static constexpr double k_infinity = std::numeric_limits<double>::infinity();

  /// Straight lines from a source, laid into the plane of the triangle that they enter next.
  struct Window {
    int side;                ///< by which they enter the triangle
    int parent;              ///< the window that they came through, or -1
    int root;                ///< the bend that they start from
    double low, high;        ///< where they cross the side, in its frame [m]
    Eigen::Vector2d source;  ///< in that frame, y <= 0 [m]
  };

  /// The start of a path or where it bends.
  struct Root {
    Eigen::Vector3d point;
    double length;               ///< of the path up to here [m]
    int window, root, triangle;  ///< as of Arrival
  };

  /// The best way found to a vertex: by a window, or straight from a root over a triangle.
  struct Arrival {
    double length = k_infinity;
    int window = -1, root = -1, triangle = -1;
    int fan = -1;
    double turn = 0;  ///< of the way back, in the fan [rad]
  };

  /// The best way found to the end, as Arrival.
  struct Best {
    double length = k_infinity;
    int window = -1, root = -1, triangle = -1;
  };

  /// What is looked at next, soonest end first: a window, or else a vertex.
  struct Entry {
    double least;  ///< no path by it is shorter [m]
    int window, vertex;
    bool operator<(const Entry& other) const { return least > other.least; }
  };

  /// The line to the apex over a side that was the shortest so far.
  struct Occupant {
    double length = k_infinity, crossing = 0;
  };

  void leave_start();
  void enter(int window);
  void enter_left(int parent, double low, double high, double crossing);
  void enter_right(int parent, double low, double high, double crossing);
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
  double limit_;  ///< longer paths are of no interest [m]
  std::vector<Window> windows_;
  std::vector<Root> roots_;
  std::vector<Arrival> arrivals_;    ///< per vertex
  std::vector<Occupant> occupants_;  ///< per side
  std::priority_queue<Entry> queue_;
  Best best_;
};

}  // namespace condyle
