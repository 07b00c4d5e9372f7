#include "new_joint/joint_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/mesh/mesh_repair.h"
#include "new_joint/surface_samples.h"

namespace condyle {
namespace {

constexpr double k_largest_ratio = 5;  // of a part's size to the usual one, either way

struct RatedUnit {
  mesh::LengthUnit unit;
  double misfit;  ///< logarithm of the ratio of sizes, with a handicap
};

std::vector<RatedUnit> rate_units(double extent, double usual) {
  using enum mesh::LengthUnit;
  std::vector<RatedUnit> rated;
  for (const mesh::LengthUnit unit : {millimetre, metre, centimetre, inch, micrometre}) {
    const double handicap = unit == inch ? 0.4 : unit == micrometre ? 0.2 : 0;
    rated.push_back({unit, std::abs(std::log(extent * mesh::metres_per(unit) / usual)) + handicap});
  }
  std::ranges::stable_sort(rated, {}, &RatedUnit::misfit);
  return rated;
}

std::string size_text(const Eigen::Vector3d& sizes) {
  return fmt::format("{:.3g} x {:.3g} x {:.3g} mm", 1e3 * sizes.x(), 1e3 * sizes.y(),
                     1e3 * sizes.z());
}

/// Whether a surface that may have small holes has an inside: the area vectors of a closed one add
/// up to zero, those of a sheet do not.
bool encloses_a_solid(const TriangleMesh& mesh) {
  constexpr double k_most_open = 0.05;  // of the area
  const Facets facets = facets_of(mesh);
  return (facets.normals * facets.areas).norm() < k_most_open * facets.areas.sum();
}

std::string counted(int count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

/// How many faces were read, and where the surface is open.
std::string read_note(const JointPart& part, const char* which, const mesh::MeshReport& report) {
  std::string text =
      fmt::format("Read the {}: {}, ", which, counted(report.triangles, "triangle", "triangles"));
  if (report.open_edges == 0) return text + (report.closed ? "closed." : "without an open edge.");
  const std::string edges = counted(report.open_edges, "open edge", "open edges");
  if (!part.is_closed)
    return text +
           fmt::format("a sheet with {} on {}: right as long as it is touched from its front.",
                       edges, counted(report.borders, "border", "borders"));
  return text + fmt::format(
                    "a solid with {}, of {}: no contact there; close them in a mesh editor if the "
                    "patch may reach them.",
                    counted(report.borders, "hole or crack", "holes or cracks"), edges);
}

}  // namespace

LikelyUnit likely_unit(double extent, double usual) {
  const std::vector<RatedUnit> rated = rate_units(extent, usual);
  LikelyUnit likely{.unit = rated[0].unit, .second = {}};
  constexpr double k_clear = 0.7;  // twice as good
  if (rated[1].misfit < rated[0].misfit + k_clear) likely.second = rated[1].unit;
  return likely;
}

JointPart read_joint_part(const std::filesystem::path& file, const char* which,
                          const std::optional<mesh::LengthUnit>& unit, double usual,
                          std::vector<std::string>& notes) {
  const mesh::MeshInFile read =
      mesh::read_mesh_with_findings(file, unit.value_or(mesh::LengthUnit::metre));
  JointPart part{.file = file, .unit = unit.value_or(mesh::LengthUnit::metre), .mesh = read.mesh};
  for (const mesh::MeshFinding& finding : read.findings)
    notes.push_back(fmt::format("The {}'s file: {}; {}.", which, finding.problem, finding.remedy));
  const double extent = bounding_box(part.mesh).sizes().maxCoeff();
  if (!unit) {
    const LikelyUnit likely = likely_unit(extent, usual);
    part.unit = likely.unit;
    part.second_unit = likely.second;
    const double factor = mesh::metres_per(part.unit);
    part.mesh = scaled(std::move(part.mesh), Eigen::Vector3d::Constant(factor));
    notes.push_back(
        fmt::format("Guessed: the {}'s file is in {}, which makes it {}; --unit says "
                    "otherwise.",
                    which, word_of(part.unit), size_text(bounding_box(part.mesh).sizes())));
    if (likely.second)
      notes.push_back(fmt::format("The unit of the {} may also be {}: if so, say --unit {}.", which,
                                  word_of(*likely.second), word_of(*likely.second)));
  }
  const double size = bounding_box(part.mesh).sizes().maxCoeff();
  if (!(size < k_largest_ratio * usual && size > usual / k_largest_ratio)) {
    throw InputError(fmt::format(
        "{}: its size would be {}, but such a part measures about {:.0f} mm; give its unit with "
        "--unit, or the right file",
        file.string(), size_text(bounding_box(part.mesh).sizes()), 1e3 * usual));
  }
  const mesh::MeshReport report = mesh::inspect(part.mesh);
  part.is_closed = report.closed || encloses_a_solid(part.mesh);
  part.outward_fraction = report.outward_fraction;
  notes.push_back(read_note(part, which, report));
  return part;
}

void mirror(JointPart& part, const char* which, std::vector<std::string>& notes) {
  part.mesh = scaled(std::move(part.mesh), Eigen::Vector3d(-1, 1, 1));
  part.is_mirrored = true;
  notes.push_back(fmt::format(
      "Mirrored the {}, as asked: a copy beside the scene has its mirror image.", which));
}

std::filesystem::path mended_file(const std::filesystem::path& scene_file, int part) {
  constexpr std::array<const char*, 3> k_endings = {"_first.ply", "_second.ply", "_patella.ply"};
  return scene_file.parent_path() /
         (scene_file.stem().string() + k_endings.at(static_cast<std::size_t>(part)));
}

void mend(JointPart& part, const char* which, bool is_convex, const std::filesystem::path& file,
          std::vector<std::string>& notes) {
  // A sheet faces the way that its shape tells. A solid with holes, which no repair turns, is known
  // by its volume.
  const bool turn =
      part.is_closed ? signed_volume(part.mesh) < 0 : is_convex != (part.outward_fraction > 0.5);
  mesh::RepairedMesh repaired = mesh::repair(part.mesh, {.turn_all = turn});
  if (repaired.done.empty() && !part.is_mirrored) return;
  mesh::write_mesh(file, repaired.mesh, mesh::LengthUnit::metre);
  for (const std::string& sentence : repaired.done)
    notes.push_back(fmt::format("Mended {} in a copy beside the scene: {}.", which, sentence));
  part.file = file;
  part.unit = mesh::LengthUnit::metre;
  part.mesh = std::move(repaired.mesh);
  part.outward_fraction = repaired.report.outward_fraction;
}

}  // namespace condyle
