#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/layer_figures.h"
#include "condyle/pose.h"

namespace condyle {

class ContactPair;
class ContactSurface;

namespace detail {

/// A value that a report computes when it is first read, so that callers who never read it do not
/// pay for it. A copy holds the value at the time of copying.
template <class T>
class OnRead {
 public:
  OnRead() = default;
  OnRead(const OnRead& other) : own_(other.get()) {}
  OnRead(OnRead&& other) noexcept
      : report_(std::exchange(other.report_, nullptr)),
        read_(other.read_),
        own_(std::move(other.own_)) {}
  OnRead& operator=(OnRead other) noexcept {
    std::swap(report_, other.report_);
    std::swap(read_, other.read_);
    std::swap(own_, other.own_);
    return *this;
  }

  const T& get() const { return report_ != nullptr ? read_(report_) : own_; }
  operator const T&() const { return get(); }  // NOLINT: implicit, to read like a T

  /// From now on the value is read(report). `report` must outlive this object.
  template <class Report, const T& (*read)(Report&)>
  void come_from(Report& report) {
    report_ = &report;
    read_ = [](void* any) -> const T& { return read(*static_cast<Report*>(any)); };
  }

 private:
  void* report_ = nullptr;  ///< report that makes the value; null if own_ holds it
  const T& (*read_)(void*) = nullptr;
  T own_ = {};
};

/// Reads like a vector.
template <class T>
class ListOnRead : public OnRead<std::vector<T>> {
 public:
  auto begin() const { return this->get().begin(); }
  auto end() const { return this->get().end(); }
  const T* data() const { return this->get().data(); }
  std::size_t size() const { return this->get().size(); }
  bool empty() const { return this->get().empty(); }
  const T& operator[](std::size_t i) const { return this->get()[i]; }
  const T& front() const { return this->get().front(); }
  const T& back() const { return this->get().back(); }
};

/// Reads like a matrix.
class MatrixOnRead : public OnRead<Matrix6> {
 public:
  double operator()(int row, int column) const { return get()(row, column); }
};

/// Reads like a pointer to a structure.
template <class T>
class StructOnRead : public OnRead<T> {
 public:
  const T* operator->() const { return &this->get(); }
};

}  // namespace detail

/// Statistics of the triangles in contact of a whole surface, a region or a patch. Vectors are in
/// the casting mesh frame C, moments about its origin. Means are weighted by area; those
/// "of_triangles" give each triangle the same weight, as OpenSim's means do, and depend on how the
/// surface is divided. As in OpenSim, the centres of an empty contact are (-1, -1, -1).
struct ContactStatistics {
  /// Casting triangles in contact: proximity > 0; for an elastic layer, those that press. Where
  /// triangles of a shape are divided (ContactPair), the pieces in contact.
  int n_contacting = 0;
  double contact_area = 0;                 ///< area of these triangles [m^2]
  double mean_proximity_of_triangles = 0;  ///< plain mean over triangles [m]
  double max_proximity = 0;                ///< [m]
  double mean_pressure_of_triangles = 0;   ///< plain mean over triangles [Pa]
  double max_pressure = 0;                 ///< [Pa]
  double mean_proximity = 0;               ///< over contact_area [m]
  double mean_pressure = 0;                ///< over contact_area [Pa]
  Eigen::Vector3d center_of_proximity = Eigen::Vector3d::Constant(-1);  ///< weighted by d A [m]
  Eigen::Vector3d center_of_pressure = Eigen::Vector3d::Constant(-1);   ///< weighted by p A [m]
  /// Force on the casting body, friction included [N].
  Eigen::Vector3d contact_force = Eigen::Vector3d::Zero();
  Eigen::Vector3d contact_moment = Eigen::Vector3d::Zero();   ///< [N m]
  Eigen::Vector3d friction_force = Eigen::Vector3d::Zero();   ///< part of contact_force [N]
  Eigen::Vector3d friction_moment = Eigen::Vector3d::Zero();  ///< part of contact_moment [N m]
  double potential_energy = 0;                                ///< elastic energy [J]
};

/// A named set of casting triangles with statistics of its own, fixed when a pair is made.
struct Region {
  std::string name;
  std::vector<int> triangles;  ///< casting triangles, ascending
};

/// The statistics of a region.
struct RegionStatistics {
  std::string name;
  ContactStatistics statistics;
};

/// Triangles in contact that are connected over shared edges of the casting mesh: `triangle_count`
/// entries of ContactResult::patch_triangles from `first_triangle` on.
struct ContactPatch {
  int first_triangle = 0;  ///< first of its entries
  int triangle_count = 0;  ///< number of its entries
  ContactStatistics statistics;
};

/// Values per triangle of one side. A triangle out of contact has pressure 0. If its ray met
/// nothing in the window, its proximity is 0 and `partner` is -1. A divided triangle has the mean
/// pressure over its area. target_map.h describes the map of the target side.
struct SideMap {
  SideMap() = default;
  /// A map without contact.
  explicit SideMap(std::size_t triangles)
      : proximity(triangles, 0.0),
        pressure(triangles, 0.0),
        potential_energy(triangles, 0.0),
        partner(triangles, -1) {}

  /// Gives a triangle the values of one out of contact whose ray met nothing.
  void clear(int triangle) {
    const auto t = static_cast<std::size_t>(triangle);
    proximity[t] = pressure[t] = potential_energy[t] = 0;
    partner[t] = -1;
  }

  std::vector<double> proximity;         ///< [m]
  std::vector<double> pressure;          ///< [Pa]
  std::vector<double> potential_energy;  ///< energy of the triangle [J]
  std::vector<int> partner;              ///< triangle of the other mesh, or -1
};

/// The result of one evaluation of a pair.
struct ContactResult {
  /// One entry per casting triangle; ContactPair::target_map has the target side.
  detail::StructOnRead<SideMap> casting;

  /// Rays that met the target inside the window, by ascending casting triangle. With an elastic
  /// layer, also rays across gaps that may close. A divided triangle has one entry, with the mean
  /// proximity of its pieces in contact; its traction and thrust are means over its area.
  std::vector<ProximityHit> hits;

  /// Friction traction on each casting triangle [Pa], in C. Parallel to `hits`; empty if the pair
  /// has no friction.
  std::vector<Eigen::Vector3d> traction;

  /// Force of the pressure on each casting triangle over its area [Pa], in C. Parallel to `hits`.
  /// Empty if the force follows the casting normal n: then the thrust is -pressure n.
  std::vector<Eigen::Vector3d> thrust;

  ContactStatistics total;
  /// -x +x -y +y -z +z (see axis_regions), then the user's regions.
  std::vector<RegionStatistics> regions;
  detail::ListOnRead<ContactPatch> patches;  ///< largest force first
  /// Casting triangles, patch by patch, ascending in each patch.
  detail::ListOnRead<int> patch_triangles;

  /// Velocity of C relative to T, at C's origin, in C, for which the result was computed.
  /// sliding_of() uses it to find how the total, a region or a patch slides.
  Twist V_TC_C;

  /// Wrenches on the casting body and on the target body, both in C with moments about the origin
  /// of C. They are exactly opposite.
  Wrench F_casting_C, F_target_C;

  /// -d(F_casting)/d(displacement) and -d(F_casting)/d(velocity) of the casting mesh relative to
  /// the target, about C's origin, in C, for a fixed set of contacts and fixed geometry. Symmetric
  /// positive semi-definite. See contact_linearisation.h. The stiffness of an elastic layer
  /// includes the change of geometry and may be negative in some directions
  /// (elastic/elastic_layer.h).
  detail::MatrixOnRead stiffness, damping;

  /// Triangles whose proximity exceeds the range of the nonlinear law (pressure_law.h).
  int clamped_triangles = 0;

  /// All zero unless the formulation is elastic_layer.
  LayerFigures layer;
};

/// The half spaces -x, +x, -y, +y, -z, +z of the mesh frame, in this order. A triangle belongs to
/// the minus side if the coordinate of its centroid is below 0, else to the plus side; no triangle
/// is split (Smith et al. 2018).
std::vector<Region> axis_regions(const ContactSurface& surface);

/// The triangles whose centroid c lies on the side of a plane to which `direction` points:
/// direction . (c - point) >= 0, in the mesh frame. Throws InputError if the direction is zero or a
/// number is not finite.
Region half_space_region(const ContactSurface& surface, std::string name,
                         const Eigen::Vector3d& point, const Eigen::Vector3d& direction);

/// Forces and speeds of a contact, a region or a patch, from its statistics and the motion of its
/// meshes. Vectors are in the casting mesh frame C.
struct Sliding {
  /// Unit vector along the normal force on the casting body; 0 without normal force.
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double normal_force = 0;          ///< [N]
  double friction_force = 0;        ///< [N]
  double friction_coefficient = 0;  ///< friction over normal force; 0 without normal force
  double approach_speed = 0;        ///< speed along the normal, positive if contact deepens [m/s]
  /// Velocity of C relative to T, perpendicular to the normal [m/s].
  Eigen::Vector3d slip_velocity = Eigen::Vector3d::Zero();
  /// Power that friction takes from the motion [W]: exactly the sum over triangles of traction
  /// times slip. With stiction it includes the power that stretches the layers.
  double friction_power = 0;
};

/// Computes speeds at the centre of pressure. V_TC_C: velocity of C relative to T, at C's origin.
Sliding sliding_of(const ContactStatistics& statistics, const Twist& V_TC_C);

/// Totals of sliding since a pair was made or its record was cleared.
struct SlidingRecord {
  double sliding_distance = 0;  ///< path of slip at the centre of pressure while in contact [m]
  double friction_work = 0;     ///< [J]
  double worn_volume = 0;       ///< volume worn off the casting side [m^3]
  /// Depth worn off each casting triangle [m]; empty before any wear. Triangles stay in place: wear
  /// does not change the contact.
  std::vector<double> worn_depth;
};

/// Area of the casting side whose pressure is above `pressure` [Pa] in the pair's last result, a
/// part of the total's contact_area [m^2].
double area_above(const ContactPair& pair, double pressure);

/// The forces of a contact on the vertices of its two meshes [N], in the casting mesh frame C. To
/// rounding, the forces and moments of all vertices balance, and those of one side add up to the
/// result's wrench on that side.
struct VertexForces {
  std::vector<Eigen::Vector3d> casting_C;  ///< per vertex of the casting mesh
  std::vector<Eigen::Vector3d> target_C;   ///< per vertex of the target mesh; empty for a shape
};

/// Distributes the forces of the pair's last result over the vertices of both sides, which must not
/// have moved since.
///
/// A casting element's force goes to its vertices by the weights of its ray's origin: a third to
/// each corner of a triangle. The opposite force goes to the vertices of the target triangle that
/// the ray met, by the barycentric weights of the crossing. ForceDirection sets the points where
/// pressure and friction act. If such a point is not the one that the weights of a side represent,
/// a moment m is missing on that side; it is added as the forces
///     (J^-1 m) x r_i,   r_i from the middle of the three vertices, J = sum (|r_i|^2 I - r_i r_i^T)
/// whose sum is zero. (On a sliver these forces are large.)
///
/// A law that acts on patches has one force per patch. It is distributed over the patch's elements
/// in proportion to the map of pressure, all parts parallel to the force. On each side the missing
/// moment is added as forces of this form on all vertices of the patch's elements.
///
/// Writes zeros where no force acts. Allocates nothing once it has seen a contact of that size.
void find_vertex_forces(const ContactPair& pair, VertexForces& forces);

}  // namespace condyle
