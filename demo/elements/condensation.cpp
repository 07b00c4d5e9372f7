#include "elements/condensation.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <vector>

#include "condyle/error.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_in_leaf = 250;

/// The Schur complement that an eliminated part leaves on the adjacent unknowns and on the loads;
/// only its lower triangle is set.
struct Remainder {
  std::vector<int> ids;  ///< unknowns, and loads numbered from K.rows() on
  Eigen::MatrixXd values;
};

class Elimination {
 public:
  Elimination(const Eigen::SparseMatrix<double>& K,
              const Eigen::SparseMatrix<double, Eigen::RowMajor>& P,
              std::span<const Eigen::Vector3d> places, const std::function<void(double)>& progress)
      : K_(K),
        P_(P),
        places_(places),
        progress_(progress),
        side_(static_cast<std::size_t>(K.rows()), 0),
        is_done_(side_.size(), 0),
        index_(side_.size() + static_cast<std::size_t>(P.cols()), -1) {}

  Remainder eliminate(std::vector<int> unknowns) {
    if (unknowns.size() <= k_most_in_leaf) return eliminate_front(unknowns, {});
    std::vector<int> lower, upper, between;
    halve(unknowns, lower, upper, between);
    if (lower.empty() || upper.empty()) return eliminate_front(unknowns, {});
    std::vector<Remainder> halves;
    halves.push_back(eliminate(std::move(lower)));
    halves.push_back(eliminate(std::move(upper)));
    return eliminate_front(between, std::move(halves));
  }

 private:
  /// Splits unknowns across the longest side of their box into a lower and an upper half. Unknowns
  /// of the upper half that K couples to the lower one go to `between`.
  void halve(const std::vector<int>& unknowns, std::vector<int>& lower, std::vector<int>& upper,
             std::vector<int>& between) {
    Eigen::AlignedBox3d box;
    for (const int i : unknowns) box.extend(places_[i]);
    Eigen::Index axis = 0;
    box.sizes().maxCoeff(&axis);
    std::vector<double> coordinates;
    for (const int i : unknowns) coordinates.push_back(places_[i][axis]);
    const auto middle = coordinates.begin() + static_cast<std::ptrdiff_t>(coordinates.size() / 2);
    std::ranges::nth_element(coordinates, middle);
    ++cut_;
    for (const int i : unknowns) {
      if (!(places_[i][axis] < *middle)) continue;
      lower.push_back(i);
      side_[i] = cut_;
    }
    for (const int i : unknowns)
      if (side_[i] != cut_) (touches_lower(i) ? between : upper).push_back(i);
  }

  bool touches_lower(int i) const {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(K_, i); entry; ++entry)
      if (side_[entry.row()] == cut_) return true;
    return false;
  }

  /// Numbers the unknowns and loads of a front in index_, its own unknowns first.
  std::vector<int> ids_of(const std::vector<int>& own, const std::vector<Remainder>& halves) {
    std::vector<int> ids;
    const auto add = [&](int id) {
      if (index_[id] >= 0) return;
      index_[id] = static_cast<int>(ids.size());
      ids.push_back(id);
    };
    for (const int i : own) add(i);
    for (const Remainder& half : halves)
      for (const int id : half.ids) add(id);
    for (const int i : own) {
      for (Eigen::SparseMatrix<double>::InnerIterator entry(K_, i); entry; ++entry)
        if (is_done_[entry.row()] == 0) add(static_cast<int>(entry.row()));
      for (Loads::InnerIterator load(P_, i); load; ++load)
        add(static_cast<int>(K_.rows() + load.col()));
    }
    return ids;
  }

  double& at(Eigen::MatrixXd& front, int a, int b) const {
    const int i = index_[a], j = index_[b];
    return front(std::max(i, j), std::min(i, j));
  }

  Eigen::MatrixXd assembled(const std::vector<int>& own, const std::vector<int>& ids,
                            std::vector<Remainder> halves) const {
    const auto n = static_cast<Eigen::Index>(ids.size());
    Eigen::MatrixXd front = Eigen::MatrixXd::Zero(n, n);
    for (Remainder& half : halves) {
      for (std::size_t b = 0; b < half.ids.size(); ++b)
        for (std::size_t a = b; a < half.ids.size(); ++a)
          at(front, half.ids[a], half.ids[b]) +=
              half.values(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
      half = {};
    }
    for (const int i : own) {
      for (Eigen::SparseMatrix<double>::InnerIterator entry(K_, i); entry; ++entry) {
        const auto j = static_cast<int>(entry.row());
        // An entry between two of the front's own unknowns comes up twice and is added once.
        if (is_done_[j] == 0 && index_[j] >= index_[i]) at(front, i, j) += entry.value();
      }
      for (Loads::InnerIterator load(P_, i); load; ++load)
        at(front, i, static_cast<int>(K_.rows() + load.col())) += load.value();
    }
    return front;
  }

  Remainder eliminate_front(const std::vector<int>& own, std::vector<Remainder> halves) {
    const std::vector<int> ids = ids_of(own, halves);
    Eigen::MatrixXd front = assembled(own, ids, std::move(halves));
    const auto n = static_cast<Eigen::Index>(own.size()), rest = front.rows() - n;
    Eigen::Ref<Eigen::MatrixXd> pivots = front.topLeftCorner(n, n);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(pivots);
    if (factor.info() != Eigen::Success)
      throw InputError("the stiffness of the layer is not positive definite; repair the mesh");
    auto below = front.bottomLeftCorner(rest, n);
    factor.matrixL().transpose().solveInPlace<Eigen::OnTheRight>(below);
    Remainder remainder{{ids.begin() + n, ids.end()}, front.bottomRightCorner(rest, rest)};
    remainder.values.selfadjointView<Eigen::Lower>().rankUpdate(below, -1);
    for (const int id : ids) index_[id] = -1;
    for (const int i : own) is_done_[i] = 1;
    done_ += own.size();
    progress_(static_cast<double>(done_) / static_cast<double>(is_done_.size()));
    return remainder;
  }

  using Loads = Eigen::SparseMatrix<double, Eigen::RowMajor>;

  const Eigen::SparseMatrix<double>& K_;
  const Loads& P_;
  std::span<const Eigen::Vector3d> places_;
  const std::function<void(double)>& progress_;
  int cut_ = 0;
  std::vector<int> side_;      ///< per unknown: the last cut that it lay below
  std::vector<char> is_done_;  ///< per unknown: 1 once it is eliminated
  std::vector<int> index_;     ///< per unknown and load: its row in the current front, or -1
  std::size_t done_ = 0;
};

}  // namespace

Eigen::MatrixXd condensed(const Eigen::SparseMatrix<double>& K,
                          const Eigen::SparseMatrix<double, Eigen::RowMajor>& P,
                          std::span<const Eigen::Vector3d> places,
                          const std::function<void(double part)>& progress) {
  std::vector<int> all(static_cast<std::size_t>(K.rows()));
  std::iota(all.begin(), all.end(), 0);
  const Remainder last = Elimination(K, P, places, progress).eliminate(std::move(all));
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(P.cols(), P.cols());
  const auto load = [&](std::size_t i) { return last.ids[i] - K.rows(); };
  for (std::size_t b = 0; b < last.ids.size(); ++b)
    for (std::size_t a = b; a < last.ids.size(); ++a)
      C(load(a), load(b)) = C(load(b), load(a)) =
          -last.values(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
  return C;
}

}  // namespace condyle
