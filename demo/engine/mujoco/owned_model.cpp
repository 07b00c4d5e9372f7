#include "engine/mujoco/owned_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "condyle/error.h"

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
  mj_makeEmptyFileVFS(files.get(), k_file, static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), k_file)], text.data(), text.size());
  return load_from(files.get(), k_file, what);
}

}  // namespace condyle
