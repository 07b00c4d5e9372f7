#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "long_call.h"
#include "scene_world.h"
#include "world/made_meshes.h"

namespace condyle::python {

/// A scene in Bullet. All work on it is done without the interpreter's lock and by one thread at a
/// time; what it shows is copied, for the next step changes it.
class World {
 public:
  /// `shared`: meshes of the world before, or null.
  World(scene::Scene scene, int threads, MadeMeshes* shared);

  /// Gives what `work` returns, by value.
  template <class Work>
  auto use(const Work& work) {
    return without_lock([&] {
      const std::lock_guard lock(mutex_);
      return work(*world_);
    });
  }

 private:
  std::unique_ptr<SceneWorld> world_;
  std::mutex mutex_;
};

/// The scene in a text as its file has it; files that it names are relative to that file. Also
/// loads the libraries of laws that it names, if that is allowed.
scene::Scene scene_of_text(const std::string& text, const std::filesystem::path& file,
                           bool allow_libraries);

}  // namespace condyle::python
