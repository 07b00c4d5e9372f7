#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/pose.h"

namespace condyle::c {

// Arrays of the interface (condyle/c.h) as our types, and back. `name` is that of the parameter in
// messages. All throw InputError for a number that is not finite.

/// The null pointer is the identity. Throws InputError also for a quaternion of length 0.
Pose pose_of(const double* pose, const char* name);
/// The null pointer is rest.
Twist twist_of(const double* twist, const char* name);
/// The null pointer is zero.
Eigen::Vector3d vector_of(const double* vector, const char* name);
double finite(double value, const char* name);

// These throw InputError if the array is null.
Wrench wrench_of(const double* wrench, const char* name);
Eigen::Matrix3d matrix_of(const double* matrix, const char* name);
void write(const Eigen::Vector3d& v, double* vector);
void write(const Pose& X, double* pose);
void write(const Twist& V, double* twist);
void write(const Wrench& F, double* wrench);

enum class SideValues { pressure, proximity };
/// Throws InputError for a side that is neither CONDYLE_CASTING nor CONDYLE_TARGET.
bool is_target(int side);
/// Copies the values of all triangles. Throws InputError if `count` is not their number.
void write(const SideMap& map, SideValues which, double* values, std::size_t count);

/// Copies what the caller knows of a struct and zeroes what only the caller knows. Throws
/// InputError if the size is 0.
void write_struct(const void* ours, std::size_t our_size, void* theirs, std::size_t their_size);
/// Copies the figures of a result.
void write(const ContactResult& result, void* theirs, std::size_t their_size);

}  // namespace condyle::c
