#pragma once

#include <array>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "lab/lab_table.h"

namespace condyle {

/// The figures of contact whose scatter is told.
enum class ScatteredFigure { area, mean, peak };
inline constexpr std::array k_scattered_figures = {ScatteredFigure::area, ScatteredFigure::mean,
                                                   ScatteredFigure::peak};

/// How the figures of contact scatter with uncertain inputs, at each angle: standard deviations,
/// NaN where a balance is missing.
struct InputScatter {
  std::vector<double> angles;  ///< [rad]
  /// By moduli, by loads and by placement, for each angle; area [m^2], pressures [Pa].
  struct Parts {
    double moduli = 0, loads = 0, placement = 0;
    double all() const;  ///< as the inputs are independent: the root of the sum of squares
  };
  std::array<std::vector<Parts>, k_scattered_figures.size()> of;  ///< by ScatteredFigure
  std::vector<std::string> notes;                                 ///< what had no balance

  const std::vector<Parts>& of_figure(ScatteredFigure figure) const {
    return of[static_cast<std::size_t>(figure)];
  }
};

/// What is varied, as a sentence for people.
extern const char* const k_varied_inputs;

/// Runs the test of contact (joint_tests.h) with one input changed at a time, either way: the
/// elastic moduli of both layers by 10 %, all loads by 10 %, and the placement of the other body's
/// meshes by 0.5 mm along x and z and by 1 degree about x, y and z of its body. If each is two
/// standard deviations of an input that is independent of the others, the standard deviation of a
/// figure is half the root of the sum of the mean squares of each pair's changes. `angles` [rad]:
/// none: those of the test. Throws InputError.
InputScatter scatter_of_inputs(const scene::Scene& scene, const std::vector<double>& angles);

/// As a table, in the units of the test of contact.
LabTable scatter_table(const InputScatter& scatter);

}  // namespace condyle
