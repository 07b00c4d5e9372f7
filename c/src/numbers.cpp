#include "c/src/numbers.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "c/src/failure.h"
#include "condyle/error.h"

namespace condyle::c {
namespace {

using Eigen::Map;
using Eigen::Vector3d;

void require_finite(const double* values, int count, const char* name) {
  for (int i = 0; i < count; ++i)
    if (!std::isfinite(values[i]))
      throw InputError(fmt::format("{}[{}] is {}, must be a finite number", name, i, values[i]));
}

}  // namespace

Pose pose_of(const double* pose, const char* name) {
  if (pose == nullptr) return Pose::Identity();
  require_finite(pose, 7, name);
  Eigen::Quaterniond q(pose[6], pose[3], pose[4], pose[5]);
  const double largest = q.coeffs().cwiseAbs().maxCoeff();
  if (!(largest > 0))
    throw InputError(
        fmt::format("{0}[3] to {0}[6] are no quaternion, but ({1}, {2}, {3}, {4}); no rotation is "
                    "0, 0, 0, 1",
                    name, pose[3], pose[4], pose[5], pose[6]));
  // Beyond these, the square of its length loses digits or is no finite number.
  constexpr double k_longest = 1e140, k_shortest = 1e-140;
  if (largest > k_longest || largest < k_shortest) q.coeffs() /= largest;
  Pose X = Pose::Identity();
  X.linear() = q.normalized().toRotationMatrix();
  X.translation() = Map<const Vector3d>(pose);
  return X;
}

Twist twist_of(const double* twist, const char* name) {
  if (twist == nullptr) return {};
  require_finite(twist, 6, name);
  return {Map<const Vector3d>(twist), Map<const Vector3d>(twist + 3)};
}

Vector3d vector_of(const double* vector, const char* name) {
  if (vector == nullptr) return Vector3d::Zero();
  require_finite(vector, 3, name);
  return Map<const Vector3d>(vector);
}

double finite(double value, const char* name) {
  if (!std::isfinite(value))
    throw InputError(fmt::format("{} is {}, must be a finite number", name, value));
  return value;
}

Wrench wrench_of(const double* wrench, const char* name) {
  require_finite(&required(wrench, name), 6, name);
  return {Map<const Vector3d>(wrench), Map<const Vector3d>(wrench + 3)};
}

Eigen::Matrix3d matrix_of(const double* matrix, const char* name) {
  require_finite(&required(matrix, name), 9, name);
  return Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(matrix);
}

void write(const Vector3d& v, double* vector) { Map<Vector3d>{&required(vector, "vector")} = v; }

void write(const Pose& X, double* pose) {
  const Eigen::Quaterniond q(X.linear());
  write(Vector3d(X.translation()), &required(pose, "pose"));
  pose[3] = q.x();
  pose[4] = q.y();
  pose[5] = q.z();
  pose[6] = q.w();
}

void write(const Twist& V, double* twist) {
  write(V.angular, &required(twist, "twist"));
  write(V.linear, twist + 3);
}

void write(const Wrench& F, double* wrench) {
  write(F.moment, &required(wrench, "wrench"));
  write(F.force, wrench + 3);
}

bool is_target(int side) {
  if (side != CONDYLE_CASTING && side != CONDYLE_TARGET)
    throw InputError(
        fmt::format("side is {}, must be CONDYLE_CASTING (0) or CONDYLE_TARGET (1)", side));
  return side == CONDYLE_TARGET;
}

void write(const SideMap& map, SideValues which, double* values, std::size_t count) {
  const std::vector<double>& all = which == SideValues::pressure ? map.pressure : map.proximity;
  require_count(count, all.size(), "triangles of that side");
  if (count > 0) std::ranges::copy(all, &required(values, "values"));
}

void write_struct(const void* ours, std::size_t our_size, void* theirs, std::size_t their_size) {
  required(static_cast<char*>(theirs), "the struct");
  if (their_size == 0) throw InputError("size is 0, must be sizeof the struct");
  std::memset(theirs, 0, their_size);
  std::memcpy(theirs, ours, std::min(our_size, their_size));
}

void write(const ContactResult& result, void* theirs, std::size_t their_size) {
  const ContactStatistics& total = result.total;
  condyle_result figures{};
  write(result.F_casting_C, figures.wrench);
  write(total.friction_force, figures.friction_force);
  figures.contact_area = total.contact_area;
  figures.mean_pressure = total.mean_pressure;
  figures.peak_pressure = total.max_pressure;
  figures.mean_proximity = total.mean_proximity;
  figures.max_proximity = total.max_proximity;
  write(total.center_of_pressure, figures.pressure_centre);
  figures.potential_energy = total.potential_energy;
  figures.touching_triangles = total.n_contacting;
  figures.clamped_triangles = result.clamped_triangles;
  write_struct(&figures, sizeof figures, theirs, their_size);
}

}  // namespace condyle::c
