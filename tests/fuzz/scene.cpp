// Scenes: what is accepted is written, and reads back as the same scene: written again, it has the
// same keys, words and numbers.
#include <Eigen/Geometry>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/src/files/file_bytes.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"

namespace {

using condyle::fuzz::require;
using nlohmann::json;

Eigen::Matrix3d matrix_of(const json& turn) {
  const Eigen::Vector3d vector(turn.at(0), turn.at(1), turn.at(2));
  const double angle = vector.norm();
  return angle > 0 ? Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix()
                   : Eigen::Matrix3d::Identity();
}

/// A rotation is written as a vector, which rounding changes, and near half a turn its sign. All
/// else is the same.
void require_same(const json& written, const json& again, const std::string& place) {
  const bool is_rotation = place.ends_with("/rotation") && written.is_array();
  if (is_rotation && again.is_array()) {
    require(matrix_of(written).isApprox(matrix_of(again), 1e-12),
            place + ": read back as another rotation: " + again.dump());
    return;
  }
  require(written.type() == again.type() && written.size() == again.size(),
          place + ": " + written.dump() + " reads back as " + again.dump());
  if (written.is_object()) {
    for (const auto& [key, value] : written.items()) {
      require(again.contains(key), place + "/" + key + " is lost when it is read back");
      require_same(value, again.at(key), place + "/" + key);
    }
  } else if (written.is_array()) {
    for (std::size_t i = 0; i < written.size(); ++i)
      require_same(written[i], again[i], place + "/" + std::to_string(i));
  } else {
    require(written == again, place + ": " + written.dump() + " reads back as " + again.dump());
  }
}

}  // namespace

CONDYLE_FUZZ_TARGET(scene) {
  using namespace condyle;
  static const fuzz::InputFile k_written(".json");
  scene::Scene read;
  try {
    read = scene::parse_scene(std::string(fuzz::text_of(data, size)), k_written.path());
  } catch (const InputError& error) {
    fuzz::require_names(error, k_written.path().filename().string());
    return 0;
  }
  write_scene(k_written.path(), read);
  const json written = json::parse(read_file_bytes(k_written.path()));
  const scene::Scene again = scene::read_scene(k_written.path());
  write_scene(k_written.path(), again);
  require_same(written, json::parse(read_file_bytes(k_written.path())), "");
  return 0;
}
