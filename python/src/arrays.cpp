#include "arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/pose.h"
#include "core/src/base/pose_flaw.h"

namespace condyle::python {
namespace {

std::string shape_text(std::span<const py::ssize_t> shape) {
  std::string text;
  for (const py::ssize_t extent : shape)
    text +=
        fmt::format("{}{}", text.empty() ? "" : ", ", extent < 0 ? "n" : std::to_string(extent));
  return fmt::format("({}{})", text, shape.size() == 1 ? "," : "");
}

/// Whether `any` is a masked array in which some numbers are masked.
bool hides_numbers(py::handle any) {
  const auto* const plain = py::detail::npy_api::get().PyArray_Type_;
  return Py_TYPE(any.ptr()) != plain && py::isinstance<py::array>(any) &&
         py::hasattr(any, "mask") && py::array(any.attr("mask")).attr("any")().cast<bool>();
}

/// The argument as an array of the given shape and of one of these kinds of numbers (numpy's
/// letters).
py::array array_from(py::handle any, const std::string& kinds, std::span<const py::ssize_t> shape,
                     const std::string& what) {
  const py::array array = py::array::ensure(any);
  if (!array) PyErr_Clear();
  if (!array || (kinds.find(array.dtype().kind()) == std::string::npos && array.size() > 0)) {
    throw py::type_error(fmt::format("{} must be an array of {}, not {}", what,
                                     kinds.size() < 3 ? "whole numbers" : "real numbers",
                                     array ? "of " + std::string(py::str(array.dtype()))
                                           : std::string(py::str(py::type::of(any)))));
  }
  if (hides_numbers(any)) throw InputError(what + " has masked numbers; fill them in");
  const std::span<const py::ssize_t> actual(array.shape(), static_cast<std::size_t>(array.ndim()));
  const bool fits = std::ranges::equal(
      actual, shape, [](py::ssize_t a, py::ssize_t wanted) { return wanted < 0 || a == wanted; });
  if (!fits)
    throw InputError(fmt::format("{} must have the shape {}, not {}", what, shape_text(shape),
                                 shape_text(actual)));
  return array;
}

/// Flags for reading an array: converted, row-major, and copied if its numbers are not aligned.
constexpr int k_readable =
    py::array::c_style | py::array::forcecast | py::detail::npy_api::NPY_ARRAY_ALIGNED_;

/// Integers of any width as 64-bit ones, checked to be indices from 0 to `count` - 1.
py::array_t<std::int64_t, py::array::c_style> indices_from(py::handle any,
                                                           std::span<const py::ssize_t> shape,
                                                           int count, const std::string& what) {
  using Indices = py::array_t<std::int64_t, k_readable>;
  const py::array_t<std::int64_t, py::array::c_style> indices =
      Indices::ensure(array_from(any, "iu", shape, what));
  const auto* const numbers = indices.data();
  for (py::ssize_t i = 0; i < indices.size(); ++i) {
    if (numbers[i] < 0 || numbers[i] >= count)
      throw InputError(
          fmt::format("{} has {}; indices go from 0 to {}", what, numbers[i], count - 1));
  }
  return indices;
}

/// `name` returns the name of the pose; it is called only for an error.
template <class Name>
Pose pose_of_numbers(const double* numbers, const Name& name) {
  const Eigen::Matrix4d T = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers);
  const std::string flaw = flaw_of_pose(T);
  if (!flaw.empty())
    throw InputError(fmt::format(
        "{} is not a rigid pose: {}; give a rotation and a translation in metres", name(), flaw));
  return Pose(T);
}

}  // namespace

Doubles numbers_of(py::handle any, std::initializer_list<py::ssize_t> shape,
                   const std::string& what) {
  const py::array array = array_from(any, "fiu", std::span(shape.begin(), shape.size()), what);
  const Doubles numbers = py::array_t<double, k_readable>::ensure(array);
  const double* const first = numbers.data();
  for (py::ssize_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(first[i]))
      throw InputError(fmt::format("{} has a number that is not finite ({})", what, first[i]));
  }
  return numbers;
}

double number_of(py::handle any, const std::string& what) {
  return *numbers_of(any, {}, what).data();
}

Eigen::Vector3d vector_of(py::handle any, const std::string& what) {
  return Eigen::Map<const Eigen::Vector3d>(numbers_of(any, {3}, what).data());
}

std::vector<Eigen::Vector3d> vectors_of(py::handle any, const std::string& what) {
  const Doubles numbers = numbers_of(any, {-1, 3}, what);
  std::vector<Eigen::Vector3d> vectors(static_cast<std::size_t>(numbers.shape(0)));
  const double* next = numbers.data();
  for (Eigen::Vector3d& vector : vectors) {
    vector = Eigen::Map<const Eigen::Vector3d>(next);
    next += 3;
  }
  return vectors;
}

Pose pose_of_list(const double* numbers, std::size_t index, const char* what) {
  return pose_of_numbers(numbers + 16 * index, [&] { return fmt::format("{}[{}]", what, index); });
}

Pose pose_of(py::handle any, const std::string& what) {
  return pose_of_numbers(numbers_of(any, {4, 4}, what).data(), [&] { return what; });
}

Twist twist_of(py::handle any, const std::string& what) {
  if (any.is_none()) return {};
  const Doubles numbers = numbers_of(any, {6}, what);
  const Eigen::Map<const Vector6> all(numbers.data());
  return {all.head<3>(), all.tail<3>()};
}

std::vector<int> indices_of(py::handle any, int count, const std::string& what) {
  const py::ssize_t shape[] = {-1};
  const auto indices = indices_from(any, shape, count, what);
  std::vector<int> all(static_cast<std::size_t>(indices.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(indices.data()[i]);
  return all;
}

std::vector<std::array<int, 3>> triangles_of(py::handle any, int vertices,
                                             const std::string& what) {
  const py::ssize_t shape[] = {-1, 3};
  const auto indices = indices_from(any, shape, vertices, what);
  std::vector<std::array<int, 3>> triangles(static_cast<std::size_t>(indices.shape(0)));
  const auto* next = indices.data();
  for (auto& triangle : triangles)
    for (int& corner : triangle) corner = static_cast<int>(*next++);
  return triangles;
}

py::array read_only(py::array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array view(std::span<const Eigen::Vector3d> vectors, py::handle owner) {
  static_assert(sizeof(Eigen::Vector3d) == 3 * sizeof(double));
  const double* const first = vectors.empty() ? nullptr : vectors[0].data();
  return view(first, {static_cast<py::ssize_t>(vectors.size()), 3},
              {3 * sizeof(double), sizeof(double)}, owner);
}

py::array view(std::span<const std::array<int, 3>> triangles, py::handle owner) {
  const int* const first = triangles.empty() ? nullptr : triangles[0].data();
  return view(first, {static_cast<py::ssize_t>(triangles.size()), 3},
              {3 * sizeof(int), sizeof(int)}, owner);
}

py::array view(const Eigen::Vector3d& vector, py::handle owner) {
  return view(vector.data(), {3}, {sizeof(double)}, owner);
}

py::array view(const Wrench& wrench, py::handle owner) {
  static_assert(sizeof(Wrench) == 6 * sizeof(double));
  return view(wrench.moment.data(), {6}, {sizeof(double)}, owner);
}

py::array view(const Matrix6& matrix, py::handle owner) {
  return view(matrix.data(), {6, 6}, {sizeof(double), 6 * sizeof(double)}, owner);
}

py::array array_of(const Eigen::Vector3d& vector) { return py::array_t<double>(3, vector.data()); }

py::array array_of(const Eigen::Matrix3d& matrix) {
  py::array_t<double> array({3, 3});
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(array.mutable_data()) = matrix;
  return array;
}

py::array array_of(const Pose& pose) {
  py::array_t<double> array({4, 4});
  Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(array.mutable_data()) = pose.matrix();
  return array;
}

py::array array_of(std::span<const Eigen::Vector3d> vectors) {
  const double* const first = vectors.empty() ? nullptr : vectors[0].data();
  return py::array_t<double>({static_cast<py::ssize_t>(vectors.size()), py::ssize_t{3}}, first);
}

py::array array_of(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

}  // namespace condyle::python
