#include "world/mjcf_export.h"

#include "condyle/error.h"
#ifdef CONDYLE_HAS_MUJOCO
#include <utility>

#include "core/src/files/file_bytes.h"
#include "engine/built_scene.h"
#include "engine/mujoco/mjcf_file.h"
#include "world/casting_sides.h"
#endif

namespace condyle {

#ifdef CONDYLE_HAS_MUJOCO

std::vector<std::string> write_mjcf(const std::filesystem::path& file, const scene::Scene& scene,
                                    bool is_still) {
  scene::Scene written = is_still ? standing_still(scene) : scene;
  const std::vector<BuiltBody> built = build_bodies(written);
  const std::size_t contacts = written.contacts.size();
  choose_casting_sides(written, built);
  written.contacts.resize(contacts);  // without reversed ones
  MjcfFile made = make_mjcf_file(written, built, file.stem().string());
  for (const MjcfFile::Mesh& mesh : made.meshes)
    replace_file(file.parent_path() / mesh.name, mesh.bytes);
  replace_file(file, made.text);
  return std::move(made.left_out);
}

#else

std::vector<std::string> write_mjcf(const std::filesystem::path&, const scene::Scene&, bool) {
  throw InputError(
      "--mjcf: this condyle was built without MuJoCo; configure it with -DCONDYLE_MUJOCO=ON");
}

#endif

}  // namespace condyle
