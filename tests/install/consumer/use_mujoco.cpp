// Installs the plugin on a model and steps it.
#include <condyle/mujoco.h>

#include <cstring>
#include <memory>

int main() {
  const char* const text = "<mujoco/>";
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(std::strlen(text)));
  std::memcpy(files->filedata[0], text, std::strlen(text));
  char error[500] = "";
  mjModel* const model = mj_loadXML("model.xml", files.get(), error, sizeof error);
  if (model == nullptr) return 1;
  mjData* const data = mj_makeData(model);
  bool is_empty = false;
  {
    condyle::mujoco::Plugin plugin(*model, *data);
    plugin.step();
    is_empty = plugin.pairs().empty();
  }
  mj_deleteData(data);
  mj_deleteModel(model);
  return is_empty ? 0 : 1;
}
