#pragma once

#include <span>
#include <string>

#include "condyle/contact/contact_laws.h"
#include "core/src/contact/laws/friction_curve.h"

namespace condyle {

// One table describes each mode of friction, as law_description.h describes the normal laws: for
// readers and writers of scenes, validation, the step, the report and the program's lists. A new
// mode takes a row (friction_description.cpp), a name in FrictionMode and, if it has a curve of its
// own, that curve (friction_curve.h); a new kind of parameter also takes a member of Friction.

/// A parameter of a mode.
struct FrictionParameter {
  const char* name;    ///< name in scene files, options and Python
  const char* title;   ///< name in messages
  const char* symbol;  ///< name beside a slider
  double Friction::*value;
  const char* unit = "";
  const char* brief = "";

  double least = 0;
  bool is_open = false;               ///< `least` itself is out of range
  double Friction::*above = nullptr;  ///< the value of this other parameter is a least value too
  const char* range = "";             ///< what a message asks for instead of a value out of range
  double most_in_files = 1e15;        ///< a larger value in a scene file is an error
  double example = 0;

  bool is_required = false;
  bool is_of_materials = false;  ///< a pair of named materials provides it too
  /// In scene files, Python and MuJoCo's models a parameter that is left out is this multiple of
  /// another; none: the default of Friction.
  double Friction::*follows = nullptr;
  double times = 1;
  const char* otherwise = "";  ///< the default in words, where it is not that of Friction

  double usual_low = 0, usual_high = 1;  ///< range of sliders
  bool is_often_set = false;             ///< has a slider of its own in the viewer
};

struct FrictionDescription {
  FrictionMode mode;
  const char* meaning;
  const char* source;  ///< publication or program it comes from
  /// In the order in which scene files are read: a parameter comes behind the one that it follows.
  std::span<const FrictionParameter> parameters;
  bool acts = true;         ///< else its parameters are kept but not checked
  bool has_memory = false;  ///< keeps state from step to step (stiction.h)
  /// The form that the kernels take: coefficients and speeds of a curve (friction_curve.h).
  Friction (*resolve)(const Friction& friction);
};

/// All modes, in the order of FrictionMode.
std::span<const FrictionDescription> friction_modes();

const FrictionDescription& describe(FrictionMode mode);

/// All parameters that any mode has, each once, as its first mode describes it.
std::span<const FrictionParameter* const> friction_parameters();

/// The friction as the kernels take it: a mode without a curve of its own becomes mode `on` with
/// other coefficients, or with none. Inner loops use this form.
Friction resolved(const Friction& friction);

/// The curve of a resolved() friction.
inline FrictionCurve curve_of(const Friction& friction) {
  return {friction.static_coefficient, friction.dynamic_coefficient, friction.stiction_speed,
          friction.friction_speed};
}

/// Whether a resolved() friction resists slip.
inline bool rubs(const Friction& friction) {
  return friction.static_coefficient > 0 || friction.mode == FrictionMode::user;
}

/// Whether a resolved() friction holds by what it keeps from step to step.
inline bool is_sticking(const Friction& friction) {
  return describe(friction.mode).has_memory && friction.static_coefficient > 0;
}

}  // namespace condyle
