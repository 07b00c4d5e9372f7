#pragma once

#include <optional>
#include <string>

#include "condyle/finding.h"
#include "condyle/scene/scene.h"

namespace condyle {

/// What would cure a finding about a mesh file. Nothing that the user made is written over.
struct Cure {
  enum class Kind {
    repair,  ///< writes a repaired mesh beside the file, under a new name
    turn,    ///< the same, with all triangles turned
    unit,    ///< reads the file in another unit
  };
  Kind kind = Kind::repair;
  int body = -1, mesh = -1;
  mesh::LengthUnit unit = mesh::LengthUnit::metre;  ///< for Kind::unit
};

/// The cure of a finding about the scene; none if a person has to decide.
std::optional<Cure> cure_of(const Finding& finding, const scene::Scene& scene);

/// The words on its button.
std::string words_of_cure(const Cure& cure);

/// Changes the scene in memory, and writes the repaired mesh if there is one. Returns what was
/// done. Throws InputError.
std::string carry_out(const Cure& cure, scene::Scene& scene);

}  // namespace condyle
