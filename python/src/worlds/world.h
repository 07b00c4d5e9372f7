#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/made_meshes.h"
#include "long_call.h"
#include "parts.h"
#include "world/scene_world.h"

namespace condyle::python {

/// A scene in Bullet. All work on it runs without the interpreter's lock and in one thread at a
/// time. Values read from it are copies, because the next step changes the originals.
class World {
 public:
  /// `shared`: meshes of the scene's previous world, or null.
  World(scene::Scene scene, int threads, MadeMeshes* shared);

  /// Calls `work` with the world and returns its result by value.
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

/// Adds what World says of its strands and contacts, and what changes them.
void add_interactions(py::class_<World>& cls);

/// Reads a scene from the text of a scene file; files that it names are relative to `file`. Also
/// loads the libraries of laws that it names, if that is allowed.
scene::Scene scene_of_text(const std::string& text, const std::filesystem::path& file,
                           bool allow_libraries);

}  // namespace condyle::python
