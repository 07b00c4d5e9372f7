#pragma once

// The innermost loops of DenseCholesky and the solvers of complementarity: plain data, and
// functions compiled for several kinds of processor (simd_path.h). All give the same bits. No Eigen
// here: see simd/lanes.h.

namespace condyle {

/// Of an entry: as wide as a pointer on every system.
using Index = decltype(static_cast<double*>(nullptr) - static_cast<double*>(nullptr));

/// A lower triangle, stored column by column; columns begin `stride` numbers apart. `stride` is a
/// multiple of eight; above the diagonal and from row `size` on, up to the next multiple of eight,
/// there are zeros.
struct LowerTriangle {
  double* entries;
  Index stride, size;
};

struct DenseKernels {
  /// Replaces a symmetric matrix, of which the lower triangle is given, by its Cholesky factor.
  /// Returns false if it is not positive definite.
  bool (*factor)(const LowerTriangle& L);

  /// b := (L L')^-1 b. b has room for a multiple of eight numbers, with zeros behind the last.
  void (*solve)(const LowerTriangle& L, double* b);

  /// b := (L L')^-1 b for eight right sides, side by side.
  void (*solve_eight)(const LowerTriangle& L, double (*b)[8]);

  /// sum += C f over the columns `chosen`, with factors f parallel to them. C: `rows` x any.
  void (*add_columns)(const double* C, Index stride, const int* chosen, const double* f,
                      Index count, double* sum, Index rows);
};

/// The kernels for simd_path().
const DenseKernels& dense_kernels();

}  // namespace condyle
