#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/opensim/osim_scene.h"
#include "core/src/files/path_text.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

namespace fs = std::filesystem;

/// The name of a file reduced to its letters and digits in lower case, with its extension.
std::string simplified(const fs::path& name) {
  std::string text;
  for (const char c : mesh::lowered(name.stem().string())) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) text += c;
  }
  return text + mesh::lowered(name.extension().string());
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Files whose simplified name equals that of `name`; if there are none, files whose simplified
/// name ends with it.
std::vector<fs::path> similar_files(const fs::path& folder, const std::string& name) {
  const std::string wanted = simplified(path_of(name).filename());
  if (wanted.starts_with('.')) return {};  // the name has no letters or digits to compare
  std::vector<fs::path> same, ending;
  for (const fs::path& file : files_in(folder)) {
    const std::string found = simplified(file.filename());
    if (found == wanted) same.push_back(file);
    if (found.ends_with(wanted)) ending.push_back(file);
  }
  return same.empty() ? ending : same;
}

/// The file of a mesh that a model names, as find_geometry() finds it, if there is one.
std::optional<fs::path> geometry_in(std::span<const fs::path> folders, const std::string& name,
                                    ModelReport& report) {
  std::error_code error;
  std::string slashed = name;  // Windows separates folders by '\'
  std::ranges::replace(slashed, '\\', '/');
  for (const fs::path& folder : folders) {
    for (const fs::path& named : {path_of(name), path_of(slashed)}) {
      for (const fs::path& file : {folder / named, folder / named.filename()}) {
        if (fs::is_regular_file(file, error)) return file;
      }
    }
  }
  for (const fs::path& folder : folders) {
    const std::vector<fs::path> similar = similar_files(folder, slashed);
    if (similar.size() != 1) continue;
    report.add("mesh " + name + " not found",
               similar.front().filename().string() + " stands in for it");
    return similar.front();
  }
  return {};
}

std::string list_of(std::span<const fs::path> folders) {
  std::string text;
  for (const fs::path& folder : folders) text += (text.empty() ? "" : ", ") + folder.string();
  return text;
}

TriangleMesh read_scaled(const OsimModel& model, const OsimContactMesh& mesh,
                         const std::string& name, std::span<const fs::path> folders,
                         ModelReport& report) {
  const fs::path file = find_geometry(name, folders, model.file, report);
  const mesh::MeshInFile read = mesh::read_mesh_with_findings(file, mesh::LengthUnit::metre);
  for (const mesh::MeshFinding& finding : read.findings)
    report.add(fmt::format("{}: {}", file.filename().string(), finding.problem), finding.remedy);
  return scaled(read.mesh, mesh.scale);
}

/// Throws InputError naming the contact mesh if a file of its triangles that is in one of the
/// folders cannot be read.
void require_readable(const OsimContactMesh& mesh, const std::string& name,
                      std::span<const fs::path> folders, const std::string& remedy) {
  ModelReport said_later;
  const auto file = geometry_in(folders, name, said_later);
  if (!file) return;
  try {
    mesh::read_mesh(*file, mesh::LengthUnit::metre);
  } catch (const InputError& error) {
    throw InputError(
        fmt::format("contact mesh '{}' cannot be read: {}; {}", mesh.name, error.what(), remedy));
  }
}

/// The same for the file from which its thickness follows, which must be in one of the folders.
void require_back(const OsimContactMesh& mesh, std::span<const fs::path> folders) {
  ModelReport said_later;
  if (geometry_in(folders, mesh.back_file, said_later)) {
    return require_readable(mesh, mesh.back_file, folders,
                            "mend its mesh_back_file, or set use_variable_thickness to false");
  }
  throw InputError(
      fmt::format("contact mesh '{}': no mesh_back_file '{}' in {}, from which its thickness "
                  "follows; add it, or set use_variable_thickness to false",
                  mesh.name, mesh.back_file, list_of(folders)));
}

using SurfaceKey = std::tuple<int, double, double, double>;

/// Makes the surfaces of contact meshes, each only once.
class SurfaceMaker {
 public:
  SurfaceMaker(const OsimModel& model, std::span<const fs::path> folders, ModelReport& report)
      : model_(model), folders_(folders), report_(report) {}

  std::shared_ptr<const ContactSurface> make(int index, const std::optional<Layer>& stated) {
    const OsimContactMesh& mesh = model_.contact_meshes[index];
    const Layer layer = stated.value_or(mesh.layer);
    auto& surface = made_[{index, layer.elastic_modulus, layer.poissons_ratio, layer.thickness}];
    if (surface) return surface;
    const std::string what = fmt::format("{}: contact mesh '{}'", model_.file.string(), mesh.name);
    TriangleMesh triangles = read_scaled(model_, mesh, mesh.file, folders_, report_);
    if (!mesh.variable_thickness) {
      surface = std::make_shared<const ContactSurface>(std::move(triangles), layer, what);
      return surface;
    }
    const TriangleMesh back = read_scaled(model_, mesh, mesh.back_file, folders_, report_);
    const VariableThickness depth =
        measure_thickness(triangles, back, {mesh.min_thickness, mesh.max_thickness}, what);
    if (depth.lowered_to_maximum > 0) {
      report_.add(fmt::format("{} triangles of {} thicker than max_thickness",
                              depth.lowered_to_maximum, mesh.name),
                  "they get the maximum (OpenSim gives them the minimum)");
    }
    surface = std::make_shared<const ContactSurface>(
        std::move(triangles), layers_of_thickness(layer, depth.thickness), what);
    return surface;
  }

 private:
  const OsimModel& model_;
  std::span<const fs::path> folders_;
  ModelReport& report_;
  std::map<SurfaceKey, std::shared_ptr<const ContactSurface>> made_;
};

}  // namespace

std::vector<fs::path> geometry_folders(const OsimModel& model, const fs::path& given) {
  if (!given.empty()) {
    std::error_code error;
    if (!fs::is_directory(given, error)) {
      throw InputError(fmt::format("{}: is no folder; give the one that holds the model's meshes",
                                   given.string()));
    }
    return {given};
  }
  const fs::path folder = model.file.has_parent_path() ? model.file.parent_path() : fs::path(".");
  return {folder, folder / "Geometry"};
}

fs::path find_geometry(const std::string& name, std::span<const fs::path> folders,
                       const fs::path& model_file, ModelReport& report) {
  if (auto file = geometry_in(folders, name, report)) return std::move(*file);
  throw InputError(
      fmt::format("{}: no mesh '{}' in {}; give the folder that holds it with "
                  "--geometry",
                  model_file.string(), name, list_of(folders)));
}

OsimModel without_unusable_contacts(OsimModel model, std::span<const fs::path> folders) {
  std::string last_reason;
  const auto is_unusable = [&](const OsimContact& contact) {
    const auto check = [&](int mesh, const std::optional<Layer>& stated) {
      const OsimContactMesh& side = model.contact_meshes[mesh];
      require_valid(stated.value_or(side.layer), fmt::format("contact mesh '{}'", side.name));
      if (folders.empty()) return;
      require_readable(side, side.file, folders, "mend the file");
      if (side.variable_thickness) require_back(side, folders);
    };
    try {
      check(contact.casting, contact.casting_layer);
      check(contact.target, contact.target_layer);
      return false;
    } catch (const InputError& error) {
      last_reason = error.what();
      model.report.add("contact " + contact.name, "it is left out; " + last_reason);
      return true;
    }
  };
  std::erase_if(model.contacts, is_unusable);
  const bool is_empty =
      model.contacts.empty() && model.ligaments.empty() && model.curve_ligaments.empty();
  if (is_empty && !last_reason.empty())
    throw InputError(fmt::format("{}: {}", model.file.string(), last_reason));
  return model;
}

std::vector<OsimSurfaces> make_surfaces(const OsimModel& model, std::span<const fs::path> folders,
                                        ModelReport& report) {
  SurfaceMaker maker(model, folders, report);
  std::vector<OsimSurfaces> all;
  for (const OsimContact& contact : model.contacts) {
    all.push_back({maker.make(contact.casting, contact.casting_layer),
                   maker.make(contact.target, contact.target_layer)});
  }
  return all;
}

Pose mesh_pose(const OsimModel& model, const OsimContactMesh& mesh, const OsimBodies& bodies) {
  return pose_of(model.frames[mesh.frame], bodies) * mesh.X_FM;
}

Pose contact_pose(const OsimModel& model, const OsimContact& contact, const OsimBodies& bodies) {
  const Pose X_GC = mesh_pose(model, model.contact_meshes[contact.casting], bodies);
  const Pose X_GT = mesh_pose(model, model.contact_meshes[contact.target], bodies);
  return X_GC.inverse() * X_GT;
}

}  // namespace condyle::opensim
