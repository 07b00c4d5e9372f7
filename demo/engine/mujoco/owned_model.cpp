#include "engine/mujoco/owned_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle {
namespace {

OwnedModel load_from(const mjVFS* files, const char* file, const std::string& what) {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  char error[1000] = "";
  OwnedModel model(mj_loadXML(file, files, error, sizeof error));
  if (model) return model;
  std::string reason = error;
  std::ranges::replace(reason, '\n', ' ');
  throw InputError(fmt::format("{}: MuJoCo refuses it: {}", what, reason));
}

struct DeleteFiles {
  void operator()(mjVFS* files) const {
    mj_deleteVFS(files);
    delete files;
  }
};

}  // namespace

OwnedModel load_model_file(const std::filesystem::path& file, const std::string& what) {
  return load_from(nullptr, file.c_str(), what);
}

/// By MuJoCo's file system in memory.
OwnedModel load_model_text(const std::string& text, const std::string& what) {
  constexpr const char* k_file = "model.xml";
  const std::unique_ptr<mjVFS, DeleteFiles> files(new mjVFS);
  mj_defaultVFS(files.get());
  if (!mujoco::put_file(*files, k_file, text))
    throw InputError(what + ": MuJoCo has no room for its text");
  return load_from(files.get(), k_file, what);
}

}  // namespace condyle
