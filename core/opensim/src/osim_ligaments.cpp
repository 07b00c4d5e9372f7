// Reads ligaments, and muscles as paths without force.
#include <fmt/format.h>

#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

void read_blankevoort(OsimReader& reader, const OsimElement& element) {
  OsimLigament ligament;
  ligament.strand.name = element.name();
  ligament.strand.linear_stiffness = element.number("linear_stiffness", 1);
  ligament.strand.slack_length = element.number("slack_length", 0);
  ligament.strand.transition_strain = element.number("transition_strain", 0.06);
  ligament.strand.damping_coefficient = element.number("damping_coefficient", 0.003);
  require_valid(ligament.strand, element.where());
  ligament.path = read_path(reader, element);
  reader.report_unread(element, {"appliesForce", "isDisabled", "GeometryPath", "linear_stiffness",
                                 "slack_length", "transition_strain", "damping_coefficient"});
  reader.model.ligaments.push_back(std::move(ligament));
}

void read_curve_ligament(OsimReader& reader, const OsimElement& element) {
  OsimCurveLigament ligament;
  ligament.name = element.name();
  ligament.resting_length = element.number("resting_length", 0);
  ligament.pcsa_force = element.number("pcsa_force", 0);
  if (!(ligament.resting_length > 0) || !(ligament.pcsa_force >= 0)) {
    element.fail(
        fmt::format("resting_length = {} m and pcsa_force = {} N; write a length above "
                    "zero and a force not below it",
                    ligament.resting_length, ligament.pcsa_force));
  }
  OsimElement written = function_in(element, "force_length_curve");
  const char* const consequence = "the ligament is left out";
  if (!written) {
    reader.model.report.add("Ligament without force_length_curve", consequence);
    return;
  }
  const auto curve = read_function(reader, written, consequence);
  if (!curve) return;
  if (curve->arguments() > 1) written.fail("a curve is a function of one number; correct it");
  ligament.curve = *curve;
  ligament.path = read_path(reader, element);
  reader.report_unread(
      element,
      {"appliesForce", "isDisabled", "GeometryPath", "resting_length", "pcsa_force",
       "force_length_curve", "SimmSpline", "NaturalCubicSpline", "PiecewiseLinearFunction",
       "GCVSpline", "Constant", "LinearFunction", "PolynomialFunction", "MultiplierFunction"});
  reader.model.curve_ligaments.push_back(std::move(ligament));
}

bool is_muscle(const OsimElement& element) {
  const std::string type = element.type();
  return type.find("Muscle") != std::string::npos || type == "PathActuator" || type == "PathSpring";
}

}  // namespace

void read_ligaments(OsimReader& reader) {
  std::set<std::string> names;
  for (const OsimElement& element : reader.members()) {
    const std::string type = element.type();
    const bool strand = type == "Blankevoort1991Ligament", curve = type == "Ligament";
    if (is_muscle(element) && element.child("GeometryPath")) {
      reader.model.report.add(type, "read as a path without force");
      reader.model.muscles.push_back({element.name(), type, read_path(reader, element)});
    } else if ((strand || curve) && is_switched_off(element)) {
      reader.model.report.add(type + " switched off", "left out, as in OpenSim");
    } else if (strand || curve) {
      if (!names.insert(element.name()).second) {
        element.fail("another ligament has the same name; rename one");
      }
      if (strand) read_blankevoort(reader, element);
      if (curve) read_curve_ligament(reader, element);
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
    if (is_muscle(element) && element.child("GeometryPath")) continue;
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
