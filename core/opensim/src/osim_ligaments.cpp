// Reads ligaments, and muscles as paths without force.
#include <fmt/format.h>

#include <array>
#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/opensim/src/spline_functions.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

void read_blankevoort(OsimReader& reader, const OsimElement& element, const std::string& name) {
  OsimLigament ligament;
  ligament.place = element.place();
  ligament.strand.name = name;
  ligament.strand.linear_stiffness = element.number("linear_stiffness", 1);
  ligament.strand.slack_length = element.number("slack_length", 0);
  ligament.strand.transition_strain = element.number("transition_strain", 0.06);
  ligament.strand.damping_coefficient = element.number("damping_coefficient", 0.003);
  require_valid(ligament.strand, element.where());
  ligament.path = read_path(reader, element);
  reader.report_unread(element,
                       {"appliesForce", "isDisabled", "GeometryPath", "path", "linear_stiffness",
                        "slack_length", "transition_strain", "damping_coefficient"});
  ligament.strand.applies_force = applies_force(reader, element);
  reader.model.ligaments.push_back(std::move(ligament));
}

/// The curve of a Ligament without one, in OpenSim.
CoordinateFunction default_curve() {
  static constexpr std::array<double, 13> k_stretch = {-5,  0.998, 0.999, 1,     1.1,   1.2, 1.3,
                                                       1.4, 1.5,   1.6,   1.601, 1.602, 5};
  static constexpr std::array<double, 13> k_force = {0,    0,    0, 0, 0.035, 0.12, 0.26,
                                                     0.55, 1.17, 2, 2, 2,     2};
  return simm_spline(k_stretch, k_force);
}

/// Nothing if it is of an unknown type.
std::optional<CoordinateFunction> read_curve(OsimReader& reader, const OsimElement& ligament) {
  const OsimElement written = object_in(ligament, "force_length_curve");
  if (!written) return default_curve();
  const auto curve = read_function(reader, written, "the ligament is left out");
  if (curve && curve->arguments() > 1)
    written.fail("a curve is a function of one number; correct it");
  return curve;
}

void read_curve_ligament(OsimReader& reader, const OsimElement& element, const std::string& name) {
  OsimCurveLigament ligament;
  ligament.place = element.place();
  ligament.name = name;
  ligament.resting_length = element.number("resting_length", 0);
  ligament.pcsa_force = element.number("pcsa_force", 0);
  if (!(ligament.resting_length > 0) || !(ligament.pcsa_force >= 0)) {
    element.fail(
        fmt::format("resting_length = {} m and pcsa_force = {} N; write a length above "
                    "zero and a force not below it",
                    ligament.resting_length, ligament.pcsa_force));
  }
  const auto curve = read_curve(reader, element);
  if (!curve) return;
  ligament.curve = *curve;
  ligament.path = read_path(reader, element);
  reader.report_unread(element, {"appliesForce", "isDisabled", "GeometryPath", "path",
                                 "resting_length", "pcsa_force", "force_length_curve"});
  ligament.applies_force = applies_force(reader, element);
  reader.model.curve_ligaments.push_back(std::move(ligament));
}

bool is_muscle(const OsimElement& element) {
  const std::string type = element.type();
  return type.find("Muscle") != std::string::npos || type == "PathActuator" || type == "PathSpring";
}

}  // namespace

bool has_geometry_path(const OsimElement& force) {
  const OsimElement path = path_in(force);
  return path && path.type() == "GeometryPath";
}

void read_ligaments(OsimReader& reader) {
  TakenNames names;
  for (const OsimElement& element : reader.members()) {
    const std::string type = element.type();
    const bool strand = type == "Blankevoort1991Ligament", curve = type == "Ligament";
    if (is_muscle(element) && has_geometry_path(element)) {
      read_force(reader, element, [&] {
        reader.model.muscles.push_back({element.name(), type, read_path(reader, element)});
        reader.model.report.add(type, "read as a path without force");
      });
    } else if ((strand || curve) && path_in(element) && !has_geometry_path(element)) {
      reader.model.report.add(type + " on a " + path_in(element).type(),
                              "it is left out; only a GeometryPath is read");
    } else if (strand || curve) {
      const std::string name = unique_name(reader, element, names);
      read_force(reader, element, [&] {
        strand ? read_blankevoort(reader, element, name)
               : read_curve_ligament(reader, element, name);
      });
    }
  }
}

void report_unread_members(OsimReader& reader) {
  static const std::set<std::string> read = {
      "Body",     "CoordinateCouplerConstraint", "Blankevoort1991Ligament",
      "Ligament", "Smith2018ContactMesh",        "Smith2018ArticularContactForce",
      "Marker",   "PhysicalOffsetFrame"};
  for (const OsimElement& element : reader.members()) {
    const std::string type = element.type();
    const std::string set = element.parent().type() == "objects" ? element.parent().parent().type()
                                                                 : element.parent().type();
    if (read.contains(type) || type.ends_with("Joint")) continue;
    if (is_muscle(element) && has_geometry_path(element)) continue;
    if (set == "ConstraintSet") {
      reader.model.report.add(type, "constraint not applied; poses follow the motion alone");
    } else if (set == "ForceSet") {
      reader.model.report.add(type, "force not computed");
    } else if (set == "ContactGeometrySet") {
      reader.model.report.add(type, "contact geometry not read");
    } else {
      reader.model.report.add(type, "not read; poses, contacts and ligaments do not depend on it");
    }
  }
}

}  // namespace condyle::opensim
