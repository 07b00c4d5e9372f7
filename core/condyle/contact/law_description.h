#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/normal_law.h"

namespace condyle {

// What there is to know of each normal law, in one table: readers and writers of scenes,
// validation, the step, the report and the program's lists all take it from here. A new law is one
// file in laws/, a line in the table (law_description.cpp), and a name in NormalLawKind; a figure
// that no law has yet is a member of NormalLaw.

/// A figure of a law.
struct LawParameter {
  enum Need {
    optional,
    required,
    replaces_required,  ///< where it is above 0 the required one counts for nothing; listed first
  };

  const char* name;  ///< in scene files and messages
  double NormalLaw::*value;
  const char* unit = "";
  const char* meaning = "";
  Need need = optional;
  double least = 0;
  bool is_open = false;  ///< `least` itself is out of range
  double most = std::numeric_limits<double>::infinity();
  double most_in_files = 1e15;           ///< what is more there is a mistake
  std::optional<double> otherwise = {};  ///< in scene files; none: as NormalLaw has it
  double usual_low = 0, usual_high = 1;  ///< where sliders run
  bool is_of_rate = false;               ///< counts for nothing at rest
};

/// Where a law is asked.
struct LawInput {
  double depth;        ///< > 0 [m]
  double rate;         ///< of depth [m/s]
  double stiffness;    ///< NormalLaw's, or where it is of the layers that of the triangle
  double dissipation;  ///< of the contact [s/m]
};

struct LawDescription {
  NormalLawKind kind;
  const char* name;     ///< the word in scene files
  const char* formula;  ///< in the words of docs/scenes.md
  const char* source;   ///< who gave it
  std::span<const LawParameter> parameters;
  bool is_of_layers = false;       ///< per area, the stiffness is that of the layers in series
  bool takes_dissipation = false;  ///< of the contact
  bool (*has_rate)(const NormalLaw& law, double dissipation) = nullptr;
  /// Each sample from what is beside it, all zero where the depth is not above 0: each_by<...>.
  void (*evaluate)(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
                   std::span<const double> depth, std::span<const double> rate,
                   std::span<NormalSample> samples) = nullptr;
  /// Where the stiffness may follow from the layers' materials, else null: sets it then.
  void (*settle)(NormalLaw& law, const Layer& casting, const Layer& target) = nullptr;
};

/// All laws of force with figures, in the order of NormalLawKind: of all kinds but the elastic
/// foundation, the first, and the user's, the last.
std::span<const LawDescription* const> force_laws();

/// Null of the elastic foundation and of the user's.
const LawDescription* describe(NormalLawKind kind);

/// Whether the law's stiffness is that of the layers in series, triangle by triangle.
bool is_of_layers(const NormalLaw& law);

/// Whether the figure counts: not the required one where another replaces it.
bool counts(const LawParameter& parameter, const NormalLaw& law);

/// The words of scene files: "linear" and "nonlinear" of the foundation, then those of the kinds.
std::vector<std::string> law_names();

}  // namespace condyle
