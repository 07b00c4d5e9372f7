#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "view/camera.h"
#include "view/lesson.h"

namespace condyle {

class ImageTexture;
struct ViewerState;

/// A shipped scene as the start page shows it.
struct SceneCard {
  std::filesystem::path file;
  std::string title, description;         ///< the scene's name, and what it shows
  std::shared_ptr<ImageTexture> picture;  ///< null if there is none
};

/// The page with pictures of all shipped scenes. While it is shown the scene behind it stands
/// still.
struct StartPage {
  std::vector<SceneCard> cards;
  std::vector<Lesson> lessons;
  bool was_playing = true;  ///< whether the scene behind it played
};

/// The files of all shipped scenes, by name.
std::vector<std::filesystem::path> shipped_scene_files();

/// The picture of a shipped scene for the start page.
std::filesystem::path start_picture(const std::filesystem::path& scene_file);

/// Shows the page, or leaves it; then the scene behind it goes on.
void open_start_page(ViewerState& state);
void close_start_page(ViewerState& state);

/// Draws the page over the whole window; a click on a scene opens it.
void draw_start_page(ViewerState& state, ViewSize window);

}  // namespace condyle
