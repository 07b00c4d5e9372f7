#include "findings/start_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "condyle/mesh/mesh_repair.h"
#include "contact/contact_start.h"
#include "core/src/contact/start_findings.h"
#include "core/src/contact/unit_finding.h"
#include "core/src/mesh/topology.h"
#include "world/drive.h"

namespace condyle {
namespace {

/// Bodies may start apart, but hardly by more than this multiple of their size.
constexpr double k_far_sizes = 10;
/// Surfaces that merely touch overlap by at most this fraction of the contact's window.
constexpr double k_window_part = 0.5;

double in_mm(double length) { return 1e3 * length; }

/// Whether a finding of `condyle mesh` makes a contact wrong. An open surface does not, nor does a
/// cavity, which is wound inward in a body that is wound outward.
bool spoils_contact(const mesh::MeshFinding& finding, const mesh::MeshReport& report) {
  if (finding.kind == "inward") return !report.volume || *report.volume < 0;
  return finding.kind == "unit" || finding.kind == "inconsistent_winding" ||
         finding.kind == "one_sided" || finding.kind == "duplicate_triangles";
}

std::vector<std::pair<std::string, double>> numbers_of(const mesh::MeshFinding& finding,
                                                       const mesh::MeshReport& report) {
  if (finding.kind == "unit") return {{"extent [m]", (report.high - report.low).maxCoeff()}};
  if (finding.kind == "inward") return {{"parts", report.inward_components}};
  if (finding.kind == "inconsistent_winding") return {{"edges", report.turned_edges}};
  if (finding.kind == "one_sided") return {{"parts", report.one_sided_components}};
  return {{"triangles", report.duplicate_triangles}};
}

/// `source`: where the mesh is.
Finding finding_about(const scene::SceneBody& body, const scene::SceneMesh& mesh,
                      const std::string& source, const mesh::MeshFinding& finding) {
  return {"mesh_" + finding.kind, fmt::format("body '{}', mesh '{}'", body.name, mesh.name),
          fmt::format("{}; {} ({})", finding.problem, finding.remedy, source)};
}

void look_at_file(const scene::SceneBody& body, const scene::SceneMesh& mesh,
                  const scene::MeshFromFile& file, std::vector<Finding>& findings) {
  for (const mesh::MeshFinding& finding :
       mesh::read_mesh_with_findings(file.file, file.unit).findings)
    findings.push_back(finding_about(body, mesh, file.file.filename().string(), finding));
}

void look_at_triangles(const scene::SceneBody& body, const scene::SceneMesh& mesh,
                       const std::string& source, const TriangleMesh& triangles,
                       std::vector<Finding>& findings) {
  const bool is_of_file = std::holds_alternative<scene::MeshFromFile>(mesh.source);
  const mesh::MeshReport report = inspect(triangles);
  for (const mesh::MeshFinding& finding : report.findings) {
    if (!spoils_contact(finding, report)) continue;
    if (finding.kind == "unit" && !is_of_file) continue;  // a model is in metres, of any size
    findings.push_back(finding_about(body, mesh, source, finding));
    findings.back().numbers = numbers_of(finding, report);
  }
}

/// Meshes made from a formula are correct.
void look_at_mesh(const scene::SceneBody& body, const scene::SceneMesh& mesh,
                  const TriangleMesh& triangles, std::vector<Finding>& findings) {
  if (const auto* file = std::get_if<scene::MeshFromFile>(&mesh.source)) {
    look_at_file(body, mesh, *file, findings);
    if (mesh.back) look_at_file(body, mesh, mesh.back->source, findings);
    look_at_triangles(body, mesh, file->file.filename().string(), triangles, findings);
  } else if (std::holds_alternative<scene::MeshOfModel>(mesh.source)) {
    look_at_triangles(body, mesh, "of the model", triangles, findings);
  }
}

const ContactSurface& surface_of(const scene::Scene& scene, std::span<const BuiltBody> built,
                                 const scene::MeshName& name) {
  const int body = body_index(scene, name.body);
  return *built[body].meshes[mesh_index(scene.bodies[body], name.mesh)].surface;
}

PlacedPair place(const scene::Scene& scene, std::span<const BuiltBody> built,
                 const scene::SceneContact& contact) {
  const double clock = first_clock(scene);
  PlacedPair pair;
  const auto side = [&](const scene::MeshName& name,
                        std::shared_ptr<const ContactSurface>& surface) {
    const int body = body_index(scene, name.body);
    const int mesh = mesh_index(scene.bodies[body], name.mesh);
    surface = built[body].meshes[mesh].surface;
    return Pose(driven_pose(scene, body, clock) * scene.bodies[body].meshes[mesh].X_BM);
  };
  const Pose X_WC = side(contact.casting, pair.casting), X_WT = side(contact.target, pair.target);
  pair.X_CT = X_WC.inverse(Eigen::Isometry) * X_WT;
  return pair;
}

std::shared_ptr<const ContactSurface> turned(const ContactSurface& surface) {
  TriangleMesh mesh = surface.mesh();
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return std::make_shared<const ContactSurface>(std::move(mesh), surface.layer(0), surface.name());
}

bool is_open_file(const scene::Scene& scene, const scene::MeshName& name,
                  const ContactSurface& surface) {
  const scene::SceneBody& body = scene.bodies[body_index(scene, name.body)];
  const scene::SceneMesh& mesh = body.meshes[mesh_index(body, name.mesh)];
  return std::holds_alternative<scene::MeshFromFile>(mesh.source) && !is_closed(surface.mesh());
}

/// Looks for open meshes that are inside out. An open mesh does not define its outside; but if two
/// meshes overlap a little only after one of them is turned, that one is inside out.
void look_for_turned(const scene::Scene& scene, const PlacedPair& pair,
                     const scene::SceneContact& contact, std::vector<Finding>& findings) {
  const double window = contact.settings.max_proximity;
  for (const bool is_casting : {true, false}) {
    PlacedPair other = pair;
    auto& side = is_casting ? other.casting : other.target;
    const scene::MeshName& name = is_casting ? contact.casting : contact.target;
    if (!is_open_file(scene, name, *side)) continue;
    side = turned(*side);
    const Overlap overlap = overlap_inside(other, window);
    // Deep overlaps or overlaps beyond the window belong to the other side of the mesh.
    if (overlap.within <= overlap.beyond || overlap.depth > k_window_part * window) continue;
    findings.push_back(
        {"inside_out",
         fmt::format("contact '{}'", contact.name),
         fmt::format("the meshes overlap by {:.3g} mm, but not as mesh '{}' of body '{}' is wound, "
                     "which looks inside out; turn it: condyle mesh FILE --repair NEW --turn",
                     in_mm(overlap.depth), name.mesh, name.body),
         {{"depth [m]", overlap.depth}}});
    return;
  }
}

void add(std::optional<Finding> finding, std::vector<Finding>& findings) {
  if (finding) findings.push_back(std::move(*finding));
}

void look_at_placement(const scene::Scene& scene, const PlacedPair& pair,
                       const scene::SceneContact& contact, SceneStart& start) {
  const Overlap overlap = overlap_of(pair, contact.settings.max_proximity);
  ContactStart& entry = start.contacts.emplace_back(ContactStart{contact.name, overlap.depth, 0});
  const std::string place = fmt::format("contact '{}'", contact.name);
  add(overlap_beyond_window(place, overlap, contact.settings.max_proximity, "at the start "),
      start.findings);
  if (contact.settings.applies_force)
    add(overlap_at_start(place, pair, overlap,
                         scene.settle ? FirstSteps::settling : FirstSteps::free),
        start.findings);
  if (overlap.within + overlap.beyond > 0) return;
  entry.gap = gap_of(pair);
  look_for_turned(scene, pair, contact, start.findings);
  const double size = largest_extent(pair);
  if (has_endless_side(pair) || entry.gap < k_far_sizes * size) return;
  start.findings.push_back(
      {"far_apart",
       place,
       fmt::format(
           "the meshes start {:.4g} mm apart and measure {:.4g} mm; are positions in metres, "
           "and the units of the files right?",
           in_mm(entry.gap), in_mm(size)),
       {{"gap [m]", entry.gap}, {"size [m]", size}}});
}

/// Whether gravity, sizes, masses and moduli fit together (unit_finding.h): the first contact in
/// which they do not, as the others would say the same.
std::optional<Finding> look_at_units(const scene::Scene& scene, std::span<const BuiltBody> built) {
  for (const scene::SceneContact& contact : scene.contacts) {
    if (!contact.settings.applies_force) continue;
    for (const scene::MeshName& name : {contact.casting, contact.target}) {
      const int body = body_index(scene, name.body);
      if (scene.bodies[body].kind != scene::BodyKind::dynamic) continue;
      const FallingBody falling{
          scene.gravity.norm(), built[body].mass.mass,
          bounding_box(surface_of(scene, built, name).mesh()).sizes().maxCoeff()};
      if (auto finding =
              unit_finding(fmt::format("contact '{}'", contact.name), falling,
                           surface_of(scene, built, contact.casting).layer(0),
                           surface_of(scene, built, contact.target).layer(0), contact.settings))
        return finding;
    }
  }
  return {};
}

}  // namespace

std::vector<Finding> look_at_values(const scene::Scene& scene, std::span<const BuiltBody> built) {
  std::vector<Finding> findings;
  add(look_at_units(scene, built), findings);
  for (const scene::SceneContact& contact : scene.contacts)
    add(averaged_layers(fmt::format("contact '{}'", contact.name),
                        surface_of(scene, built, contact.casting),
                        surface_of(scene, built, contact.target), contact.settings),
        findings);
  return findings;
}

SceneStart look_at_start(const scene::Scene& scene, std::span<const BuiltBody> built) {
  SceneStart start;
  for (std::size_t b = 0; b < built.size(); ++b) {
    for (std::size_t m = 0; m < built[b].meshes.size(); ++m) {
      if (!scene.bodies[b].meshes[m].layer) continue;
      look_at_mesh(scene.bodies[b], scene.bodies[b].meshes[m], *built[b].meshes[m].mesh,
                   start.findings);
    }
  }
  std::ranges::move(look_at_values(scene, built), std::back_inserter(start.findings));
  for (const scene::SceneContact& contact : scene.contacts)
    look_at_placement(scene, place(scene, built, contact), contact, start);
  return start;
}

}  // namespace condyle
