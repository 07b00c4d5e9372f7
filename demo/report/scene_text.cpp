#include "report/scene_text.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "condyle/mesh/mesh_repair.h"
#include "condyle/scene/materials.h"
#include "condyle/scene/scene_build.h"
#include "core/src/base/xml_text.h"
#include "lab/still_run.h"
#include "report/page_text.h"

namespace condyle {
namespace {

/// The material of the table with this modulus and ratio, and its source; else nothing is known.
std::string material_text(const Layer& layer) {
  if (layer.use == LayerUse::rigid) return "rigid";
  for (const scene::Material& material : scene::known_materials()) {
    if (std::abs(material.elastic_modulus.value - layer.elastic_modulus) <
            1e-9 * layer.elastic_modulus &&
        material.poissons_ratio.value == layer.poissons_ratio)
      return fmt::format("as {}: {}", material.name, material.source);
  }
  return "given in the scene, without a source";
}

}  // namespace

std::string meshes_text(const scene::Scene& scene) {
  std::string text = "<table>" + head_row({"mesh", "file", "triangles", "size [mm]", "E [MPa]",
                                           "nu", "h [mm]", "findings"});
  std::vector<std::string> materials;
  for (const scene::SceneBody& body : scene.bodies) {
    for (const scene::SceneMesh& mesh : body.meshes) {
      if (!mesh.layer) continue;
      const TriangleMesh triangles = scene::make_mesh(mesh);
      const mesh::MeshReport found = mesh::inspect(triangles);
      const auto* file = std::get_if<scene::MeshFromFile>(&mesh.source);
      std::string findings;
      for (const mesh::MeshFinding& finding : found.findings) findings += finding.problem + "; ";
      const Eigen::Vector3d size = 1e3 * (found.high - found.low);
      text += fmt::format(
          "<tr><td>{}/{}</td><td class=\"t\">{}</td><td>{}</td><td class=\"n\">{:.1f} x {:.1f} x "
          "{:.1f}</td>"
          "<td>{:.5g}</td><td>{:g}</td><td>{:.3g}</td><td class=\"t\">{}</td></tr>\n",
          escaped_for_xml(body.name), escaped_for_xml(mesh.name),
          file != nullptr ? escaped_for_xml(file->file.filename().string()) : "a formula",
          found.triangles, size.x(), size.y(), size.z(), 1e-6 * mesh.layer->elastic_modulus,
          mesh.layer->poissons_ratio, 1e3 * mesh.layer->thickness,
          findings.empty() ? "none" : escaped_for_xml(findings));
      materials.push_back(
          fmt::format("{}/{}: {}", body.name, mesh.name, material_text(*mesh.layer)));
    }
  }
  return text + "</table>\n<p>Materials:</p>\n" + list_text(materials);
}

std::string placement_text(const scene::Scene& scene) {
  std::string text = "<h3>Placement at the start</h3>\n<table>" +
                     head_row({"mesh", "x [mm]", "y [mm]", "z [mm]", "turned by [deg]", "about"});
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scene::SceneBody& body = scene.bodies[i];
    const Pose X_WB = pose_at_start(scene, static_cast<int>(i));
    for (const scene::SceneMesh& mesh : body.meshes) {
      if (!mesh.layer) continue;
      const Pose X_WM = X_WB * mesh.X_BM;
      const Eigen::Vector3d p = 1e3 * X_WM.translation();
      const Eigen::AngleAxisd turn(X_WM.linear());
      text += fmt::format(
          "<tr><td>{}/{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td>"
          "<td>({:.3f}, {:.3f}, {:.3f})</td></tr>\n",
          escaped_for_xml(body.name), escaped_for_xml(mesh.name), p.x(), p.y(), p.z(),
          turn.angle() / k_lab_degree, turn.axis().x(), turn.axis().y(), turn.axis().z());
    }
  }
  return text + "</table>\n";
}

}  // namespace condyle
