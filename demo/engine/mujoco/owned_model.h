#pragma once

#include <mujoco/mujoco.h>

#include <filesystem>
#include <memory>
#include <string>

namespace condyle {

struct DeleteModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DeleteData {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using OwnedModel = std::unique_ptr<mjModel, DeleteModel>;
using OwnedData = std::unique_ptr<mjData, DeleteData>;

// Load a model, one at a time, since MuJoCo's parser is not for several threads. Throw InputError
// that says who names the model, and MuJoCo's reason.

OwnedModel load_model_file(const std::filesystem::path& file, const std::string& what);
/// The text of an MJCF or URDF file.
OwnedModel load_model_text(const std::string& text, const std::string& what);

}  // namespace condyle
