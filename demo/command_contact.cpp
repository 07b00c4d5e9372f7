// condyle contact: computes the contact of two meshes at given poses, without an engine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <Eigen/Geometry>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_names.h"
#include "base/json_list.h"
#include "base/out_folder.h"
#include "base/stop_signal.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "contact/contact_input.h"
#include "contact/contact_report.h"
#include "contact/contact_side.h"
#include "contact/contact_start.h"
#include "contact/evaluated_poses.h"
#include "number_checks.h"
#include "setting_options.h"

namespace condyle {
namespace {

constexpr const char* k_contact_footer = R"(
POSES.json is a list of {"id": "a", "T_target_in_casting": [16 numbers, row by row]}: poses of the
target mesh in the casting mesh frame, always in metres. A file that ends in .json is an analytic
shape, in metres: as target, rays meet it in closed form; to cast, it is meshed.

--law elastic_layer solves the layers as elastic bodies (docs/model.md): a side may then be
"rigid", nu may be 0.5, and h "half_space". A layer may also have a yield stress, yield=15e6: results
then include the area beyond it. With --casting-back or --target-back the thickness of that side's layer
is measured to a mesh behind it, and its h is ignored. --casting-compliance uses finite elements of the
actual part in place of a flat layer: condyle compliance --help.

RESULT.json is a list in the same order, in SI units and the casting mesh frame, with moments about its
origin. With --flip-meshes each pose also has "flipped", the result of rays that the target casts: in the
target mesh frame, with forces on the target. If stopped by Ctrl-C, SIGTERM or SIGHUP, the command writes
nothing and exits with code 3; results of an earlier run stay.

Example:
  condyle contact --casting insert.stl --casting-layer E=463e6,nu=0.46,h=0.008 \
    --target femur.stl --target-layer E=463e6,nu=0.46,h=0.008 --unit mm \
    --poses poses.json --out result.json --vtp maps)";

struct ContactOptions {
  ContactSide casting{.option = "--casting", .casts = true}, target{.option = "--target"};
  std::shared_ptr<SettingChanges> settings;
  bool flip_meshes = false;  ///< also evaluates with casting and target exchanged
  std::string unit = "m";
  double chord_error = 0;  ///< for shapes [m]; 0: the shape's default
  int curved_facets = 1;
  std::string poses_file, out_file, vtp_folder;
  int threads = 1;
};

ContactSettings settings_of(const ContactOptions& options) {
  ContactSettings settings;
  options.settings->apply(settings);
  require_valid(settings, "contact options");
  return settings;
}

/// File names of the maps, one per pose: its number and its id.
std::vector<std::string> map_names(const std::vector<ContactPose>& poses) {
  std::vector<std::string> names;
  for (const ContactPose& pose : poses) {
    std::string id = pose.id_json;
    std::erase(id, '"');
    names.push_back(fmt::format("{:04}_{}", names.size(), id));
  }
  return file_names_of(names);
}

/// Writes the pressure maps of all poses to a temporary folder until the run is complete.
class PoseMaps {
 public:
  PoseMaps(const std::string& folder, const ContactPair& pair, std::size_t poses)
      : folder_(folder, "--vtp"), maps_(folder) {
    const std::uint64_t bytes =
        pressure_map_size(pair.casting()) + pressure_map_size(pair.target());
    announce_maps(folder_.path(), 2 * poses, bytes * poses, false);
  }
  /// Adds the maps of a pair, whose target mesh may have a map by rays of its own.
  void add(const std::string& name, const ContactPair& pair, const SideMap& target_map,
           const Pose& X_CT) {
    const std::string base = (maps_.path() / name).string();
    write_pressure_map(base + "_casting.vtp", pair.casting(), pair.casting_map(), Pose::Identity());
    write_pressure_map(base + "_target.vtp", pair.target(), target_map, X_CT);
  }
  void finish() { maps_.move_files_to(folder_.path()); }

 private:
  OutFolder folder_;
  UnfinishedFolder maps_;
};

/// The size of a box as text for the terminal.
std::string size_of(const Eigen::AlignedBox3d& box) {
  const Eigen::Vector3d size = 1e3 * box.sizes();
  return fmt::format("{:.4g} x {:.4g} x {:.4g} mm", size.x(), size.y(), size.z());
}

/// Warns that no pose has any contact. Prints the sizes of both meshes, in case the unit is wrong,
/// and the gap at one pose only, because gaps are slow to compute: the pose with the smallest
/// distance of the box centres.
void warn_of_no_contact(const ContactOptions& options, PlacedPair pair,
                        const std::vector<ContactPose>& poses) {
  const Eigen::AlignedBox3d casting = bounding_box(pair.casting->mesh()),
                            target = bounding_box(pair.target->mesh());
  const auto distance = [&](const ContactPose& pose) {
    return (pose.X_CT * target.center() - casting.center()).norm();
  };
  const auto nearest = std::ranges::min_element(poses, {}, distance);
  pair.X_CT = nearest->X_CT;
  print_error(
      "condyle: warning: no contact at {}: the casting mesh measures {}, the target {}, and at "
      "pose {}, where their centres are nearest, their gap is {:.4g} mm; is --unit {} that of "
      "both files, are poses in metres, and the meshes wound outward?\n",
      poses.size() == 1 ? "the only pose" : fmt::format("any of the {} poses", poses.size()),
      size_of(casting), size_of(target), nearest->id_json, 1e3 * gap_of(pair), options.unit);
}

ContactFiles files_of(const ContactOptions& options, const ContactSettings& settings) {
  const bool is_layer = settings.formulation == Formulation::elastic_layer;
  return {mesh::parse_length_unit(options.unit), options.chord_error, options.curved_facets,
          is_layer ? LayerUse::elastic : LayerUse::any};
}

void run_contact(const ContactOptions& options) {
  require_no_input(options.out_file, "--out",
                   {options.casting.file, options.target.file, options.casting.back_file,
                    options.target.back_file, options.casting.compliance_file, options.poses_file});
  const ContactSettings settings = settings_of(options);
  const std::vector<ContactPose> poses = read_contact_poses(options.poses_file);
  const ContactFiles files = files_of(options, settings);
  const ContactSide& casting = options.casting;
  ContactSide target = options.target;
  target.casts = options.flip_meshes;
  const PlacedPair surfaces{read_side(casting, files, thickness_of(target, files)),
                            read_side(target, files, thickness_of(casting, files))};
  EvaluatedPoses evaluated(surfaces, settings, options.threads, options.flip_meshes);

  const StopSignal stop;
  clear_folder_of(options.out_file);
  JsonListFile reports(options.out_file);
  std::optional<PoseMaps> maps;
  if (!options.vtp_folder.empty()) maps.emplace(options.vtp_folder, evaluated.pair(), poses.size());
  const auto names = maps ? map_names(poses) : std::vector<std::string>();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    require_no_stop("pose", static_cast<long>(i));
    reports.add(evaluated.evaluate(poses[i]));
    if (maps) maps->add(names[i], evaluated.pair(), evaluated.target_map(), poses[i].X_CT);
  }
  reports.complete();
  if (maps) maps->finish();
  reports.finish();
  evaluated.warn();
  if (!evaluated.any_contact() && !poses.empty()) warn_of_no_contact(options, surfaces, poses);
}

/// The options of a side's back mesh: --casting-back, --casting-min-thickness and so on. With short
/// names, --min-thickness and --max-thickness are the limits of this side too.
void add_back_options(CLI::App& command, ContactSide& side, bool has_short_names) {
  const auto limit = [&](const char* name) {
    const std::string full = fmt::format("{}-{}", side.option, name);
    return has_short_names ? fmt::format("--{},{}", name, full) : full;
  };
  const std::string what = side.option.substr(2);
  auto* back = command.add_option(
      side.option + "-back", side.back_file,
      fmt::format("Mesh behind the {} side's layer, to measure its thickness", what));
  command
      .add_option(limit("min-thickness"), side.thickness.minimum,
                  fmt::format("Smallest thickness of the {} side; also used where there is no back "
                              "mesh [m]",
                              what))
      ->needs(back)
      ->capture_default_str();
  command
      .add_option(limit("max-thickness"), side.thickness.maximum,
                  fmt::format("Largest thickness measured on the {} side [m]", what))
      ->needs(back)
      ->capture_default_str();
}

void add_compliance_option(CLI::App& command, ContactSide& casting) {
  command
      .add_option("--casting-compliance", casting.compliance_file,
                  "elastic_layer: compliance of the actual part, from `condyle compliance`, in "
                  "place of a flat layer's; has its own node spacing and free edges")
      ->type_name("FILE");
}

void add_options(CLI::App& command, ContactOptions& options) {
  command
      .add_option("--casting", options.casting.file,
                  "Mesh, or SHAPE.json, whose triangles cast rays")
      ->required();
  command.add_option("--target", options.target.file, "Mesh, or SHAPE.json, that the rays hit")
      ->required();
  const std::string layer_help = "elastic modulus E [Pa], Poisson's ratio nu, thickness h [m]";
  command.add_option("--casting-layer", options.casting.layer, "Casting side: " + layer_help)
      ->type_name("E=..,nu=..,h=..")
      ->required();
  command.add_option("--target-layer", options.target.layer, "Target side: " + layer_help)
      ->type_name("E=..,nu=..,h=..")
      ->required();
  add_back_options(command, options.casting, true);
  add_back_options(command, options.target, false);
  add_compliance_option(command, options.casting);
  command
      .add_option("--chord-error", options.chord_error,
                  "Shapes: largest distance of the casting mesh from the shape [m]; default: "
                  "up to 100,000 triangles, divided where the contact is small beside them")
      ->check(finite_between(1e-7, 1e3));
  command
      .add_option("--curved-facets", options.curved_facets,
                  "Mesh files: divide each facet into N x N on a smooth surface through the "
                  "vertices; edges bent by more than 45 degrees stay sharp")
      ->option_text("N:INT in [1 - 16]=1")
      ->check(CLI::Range(1, 16));
  command.add_option("--unit", options.unit, "Unit of both mesh files: m, cm, mm, um or in")
      ->capture_default_str();
  options.settings = add_setting_options(command);
  command.add_flag("--flip-meshes", options.flip_meshes,
                   "Also cast from the target, as OpenSim's option of this name does");
  command
      .add_option("--poses", options.poses_file, "Poses of the target in the casting mesh frame")
      ->type_name("POSES.json")
      ->required();
  command.add_option("--out", options.out_file, "File for the results")
      ->type_name("RESULT.json")
      ->required();
  command
      .add_option("--threads", options.threads,
                  "Threads that share a pose with enough work; does not change the result")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  command
      .add_option("--vtp", options.vtp_folder,
                  "Folder for pressure maps: a VTP file per pose and mesh")
      ->type_name("DIR");
}

}  // namespace

void add_contact_command(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("contact", "Evaluate the contact of two meshes at given poses");
  command.footer(k_contact_footer);
  const auto options = std::make_shared<ContactOptions>();
  add_options(command, *options);
  command.callback([options] { run_contact(*options); });
}

}  // namespace condyle
