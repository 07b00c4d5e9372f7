// Installs the plugin on a model and steps it.
#include <condyle/mujoco.h>

#include <fstream>

int main() {
  const char* const file = "empty_model.xml";
  std::ofstream(file) << "<mujoco/>";
  char error[500] = "";
  mjModel* const model = mj_loadXML(file, nullptr, error, sizeof error);
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
