// condyle scale: an OpenSim model scaled body by body, as OpenSim's ScaleTool does.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/out_folder.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_scale.h"
#include "number_checks.h"

namespace condyle {
namespace {

constexpr const char* k_scale_footer = R"(
Scales what is fixed to a body by the body's factors along its axes, as OpenSim's ScaleTool does: points of
paths, frames of joints, wrap objects, contact meshes, their elastic layers (by the mean of the three
factors), drawn meshes and markers. Slack lengths of ligaments follow their paths in the model's default
pose, so that strains there are kept. The new file is the old one with scaled values only; masses stay.
What is not scaled is listed (docs/opensim.md).

--factors takes a body with one factor or three, for x, y and z; factors alone, for all other bodies and
the ground; or a ScaleSet of OpenSim (.xml), also within the settings of its ScaleTool. Repeat it for
several. Meshes are looked for beside the new file.

Examples:
  condyle scale DM.osim --factors femur_r=1.05 --factors tibia_r=1,1.08,1 --out tall.osim
  condyle scale DM.osim --factors 1.1 --out larger.osim
  condyle scale DM.osim --factors subject_ScaleSet.xml --out subject.osim)";

struct ScaleOptions {
  std::filesystem::path model;
  std::vector<std::string> factors;
  std::string out;
  bool overwrite = false;
};

/// Reads BODY=X, BODY=X,Y,Z, X or X,Y,Z; none if the text has another form.
std::optional<opensim::OsimBodyScale> factors_in(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  opensim::OsimBodyScale scale;
  if (equals != std::string::npos) scale.body = text.substr(0, equals);
  if (equals == 0) return {};
  const std::vector<double> numbers =
      numbers_in(std::string_view(text).substr(equals == std::string::npos ? 0 : equals + 1), ',');
  if (numbers.size() == 1) {
    scale.factors.setConstant(numbers[0]);
  } else if (numbers.size() == 3) {
    scale.factors = {numbers[0], numbers[1], numbers[2]};
  } else {
    return {};
  }
  return scale;
}

std::vector<opensim::OsimBodyScale> all_factors(const std::vector<std::string>& texts) {
  std::vector<opensim::OsimBodyScale> all;
  for (const std::string& text : texts) {
    std::error_code none;
    if (const auto scale = factors_in(text)) {
      all.push_back(*scale);
    } else if (std::filesystem::exists(text, none)) {
      for (const opensim::OsimBodyScale& one : opensim::read_scale_set(text)) all.push_back(one);
    } else {
      throw InputError(fmt::format(
          "--factors {}: expected BODY=FACTOR or BODY=X,Y,Z, such as femur_r=1.1, factors for all "
          "bodies, such as 1.1, or the file of a ScaleSet; there is no such file",
          text));
    }
  }
  return all;
}

void scale(const ScaleOptions& options) {
  if (!options.overwrite) require_no_input(options.out, "--out", {options.model});
  for (const std::string& file : options.factors) require_no_input(options.out, "--out", {file});
  const std::vector<opensim::OsimBodyScale> factors = all_factors(options.factors);
  const opensim::OsimScaled result = scaled(opensim::read_osim(options.model), factors);
  clear_folder_of(options.out);
  write_osim(options.out, result.model);
  for (const opensim::OsimBodyScale& one : factors) {
    print("{}: {:g}, {:g}, {:g}\n", one.body.empty() ? "other bodies" : one.body, one.factors.x(),
          one.factors.y(), one.factors.z());
  }
  print("ligaments and muscles whose lengths follow their paths: {}\n", result.lengths);
  if (!result.report.lines.empty())
    print("not scaled, or in another way:\n{}\n", to_text(result.report));
  print("written to {}\n", options.out);
}

}  // namespace

void add_scale_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("scale", "Scale the bodies of an OpenSim model");
  command.footer(k_scale_footer);
  const auto options = std::make_shared<ScaleOptions>();
  command.add_option("model", options->model, "OpenSim model (.osim)")->required();
  command
      .add_option("--factors", options->factors,
                  "Factors of a body, of all others, or a file of them; repeatable")
      ->type_name("[BODY=]X[,Y,Z]|FILE")
      ->allow_extra_args(false)
      ->required();
  command.add_option("--out", options->out, "Model to be written (.osim)")
      ->type_name("SCALED.osim")
      ->required();
  command.add_flag("--overwrite", options->overwrite, "Allow --out to replace the model itself");
  command.callback([options] { scale(*options); });
}

}  // namespace condyle
