#pragma once

#include <pybind11/numpy.h>

#include <Eigen/Core>
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "condyle/pose.h"
#include "parts.h"

namespace condyle::python {

// From Python. An argument may be anything that numpy can convert to an array of numbers, with any
// type of number, memory order and strides, including lists and subclasses. All functions throw
// TypeError if the conversion fails, and InputError that names `what` if the shape is wrong or a
// number is not finite.

using Doubles = py::array_t<double, py::array::c_style>;

/// Numbers in row-major order; an extent of -1 in `shape` matches any size.
Doubles numbers_of(py::handle any, std::initializer_list<py::ssize_t> shape,
                   const std::string& what);
double number_of(py::handle any, const std::string& what);
Eigen::Vector3d vector_of(py::handle any, const std::string& what);
std::vector<Eigen::Vector3d> vectors_of(py::handle any, const std::string& what);
/// From an array (4, 4), rotation and translation [m]; throws InputError if it is not rigid.
Pose pose_of(py::handle any, const std::string& what);
/// Pose `index` of an array of poses that errors call `what`: 16 numbers each, row by row. Does not
/// need the interpreter's lock.
Pose pose_of_list(const double* numbers, std::size_t index, const char* what);
/// From an array (6,), rotational part first; None means at rest.
Twist twist_of(py::handle any, const std::string& what);
/// Integers from 0 to `count` - 1.
std::vector<int> indices_of(py::handle any, int count, const std::string& what);
std::vector<std::array<int, 3>> triangles_of(py::handle any, int vertices, const std::string& what);

// To Python. Views are read-only: their data belong to an immutable C++ object, the owner, which
// lives as long as any array that shows a part of it.

py::array read_only(py::array array);

template <class T>
py::array view(const T* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
               py::handle owner) {
  return read_only(
      py::array(py::dtype::of<T>(), std::move(shape), std::move(strides), data, owner));
}

template <class T>
py::array view(std::span<const T> values, py::handle owner) {
  return view(values.data(), {static_cast<py::ssize_t>(values.size())}, {sizeof(T)}, owner);
}

/// An array (n, 3).
py::array view(std::span<const Eigen::Vector3d> vectors, py::handle owner);
py::array view(std::span<const std::array<int, 3>> triangles, py::handle owner);
py::array view(const Eigen::Vector3d& vector, py::handle owner);
/// An array (6,): moment, then force.
py::array view(const Wrench& wrench, py::handle owner);
py::array view(const Matrix6& matrix, py::handle owner);

/// Copies, owned by Python.
py::array array_of(const Eigen::Vector3d& vector);
py::array array_of(const Eigen::Matrix3d& matrix);
py::array array_of(const Pose& pose);
py::array array_of(std::span<const Eigen::Vector3d> vectors);
py::array array_of(std::span<const double> values);

/// Adds a property that shows an array of an object without a copy. `get` takes the object and
/// returns a span, a vector or a matrix within it.
template <class Class, class Get>
void add_view(Class& cls, const char* name, const Get& get, const char* doc) {
  using Object = typename Class::type;
  cls.def_property_readonly(
      name, [get](const py::object& self) { return view(get(self.cast<const Object&>()), self); },
      doc);
}

}  // namespace condyle::python
