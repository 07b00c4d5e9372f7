#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle {

// One table describes each normal law, for readers and writers of scenes, validation, the step, the
// report and the program's lists. A new law takes a file in laws/, a line in the table
// (law_description.cpp) and a name in NormalLawKind; a new kind of parameter also takes a member of
// NormalLaw.

/// A parameter of a law.
struct LawParameter {
  enum Need {
    optional,
    required,
    replaces_required,  ///< if above 0, the required parameter is ignored; listed before it
  };

  const char* name;  ///< name in scene files and messages
  double NormalLaw::*value;
  const char* unit = "";
  const char* meaning = "";
  Need need = optional;
  double least = 0;
  bool is_open = false;  ///< `least` itself is out of range
  double most = std::numeric_limits<double>::infinity();
  double most_in_files = 1e15;           ///< a larger value in a scene file is an error
  std::optional<double> otherwise = {};  ///< default in scene files; none: the default of NormalLaw
  double usual_low = 0, usual_high = 1;  ///< range of sliders
  bool is_of_rate = false;               ///< has no effect at rest
};

/// The state for which a law is evaluated.
struct LawInput {
  double depth;        ///< > 0 [m]
  double rate;         ///< rate of depth [m/s]
  double stiffness;    ///< stiffness of the NormalLaw, or of the layers at the triangle
  double dissipation;  ///< dissipation of the contact [s/m]
};

struct LawDescription {
  NormalLawKind kind;
  const char* name;     ///< name in scene files
  const char* formula;  ///< formula as in docs/scenes.md
  const char* source;   ///< publication or program it comes from
  std::span<const LawParameter> parameters;
  bool is_of_layers = false;       ///< acts per area, with the stiffness of the layers in series
  bool takes_dissipation = false;  ///< uses the dissipation of the contact
  bool (*has_rate)(const NormalLaw& law, double dissipation) = nullptr;
  /// Evaluates parallel lists. Samples are zero unless the depth is above 0. Use each_by<...>.
  void (*evaluate)(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
                   std::span<const double> depth, std::span<const double> rate,
                   std::span<NormalSample> samples) = nullptr;
  /// Derives the stiffness from the layers' materials if the law asks for that. Null if it never
  /// does.
  void (*derive)(NormalLaw& law, const Layer& casting, const Layer& target) = nullptr;
};

/// All laws with parameters in the order of NormalLawKind: all kinds but the first, the elastic
/// foundation, and the last, the user's law.
std::span<const LawDescription* const> force_laws();

/// The description of a law; null for the elastic foundation and the user's law.
const LawDescription* describe(NormalLawKind kind);

inline bool is_foundation(const NormalLaw& law) {
  return law.kind == NormalLawKind::elastic_foundation;
}

/// Whether the law acts on whole patches.
inline bool acts_on_patches(const NormalLaw& law) {
  return !is_foundation(law) && law.kind != NormalLawKind::volume &&
         law.acting != Acting::triangles;
}

/// Whether the force depends on the rate, given the dissipation of the contact.
bool has_rate(const NormalLaw& law, double dissipation);

/// Whether the stiffness of the law is that of the layers in series, triangle by triangle.
bool is_of_layers(const NormalLaw& law);

/// The law with its stiffness derived from the layers if it asks for that.
NormalLaw with_derived_stiffness(const NormalLaw& law, const Layer& casting, const Layer& target);

/// Evaluates a law for parallel lists of depth and rate, with `law.stiffness` or, for volume, with
/// the list `stiffness`. Samples are zero unless the depth is above 0. Does nothing for the elastic
/// foundation and the user's law, which are evaluated elsewhere.
void evaluate(const NormalLaw& law, double dissipation, std::span<const double> stiffness,
              std::span<const double> depth, std::span<const double> rate,
              std::span<NormalSample> samples);

/// Whether a parameter has an effect: a required parameter has none if another replaces it.
bool counts(const LawParameter& parameter, const NormalLaw& law);

/// A law by its name alone, without parameters.
struct LawChoice {
  NormalLawKind kind;
  Formulation formulation;  ///< of the elastic foundation
};

/// The names in scene files: those of the formulations of the foundation, then those of other laws.
std::vector<std::string> law_names();

/// The law with the name at this place of law_names(), and the place of the law of a contact.
LawChoice law_at(int place);
int place_of_law(const ContactSettings& settings);

}  // namespace condyle
