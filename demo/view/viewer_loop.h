#pragma once

#include "view/renderer.h"
#include "view/viewer_state.h"
#include "view/window.h"

namespace condyle {

/// The viewer in a window before a person, picture by picture. Scenes step in threads of their own.
class ViewerLoop {
 public:
  /// All three must outlive it.
  ViewerLoop(Window& window, ViewerState& state, Renderer& renderer);

  /// Follows the user, goes on with the scene and shows a picture. Waits where nothing changes; in
  /// a browser it then returns at once. Returns whether the user goes on.
  bool show_next();

 private:
  void wait_unseen();
  void make_picture();
  void took(double seconds);

  Window& window_;
  ViewerState& state_;
  Renderer& renderer_;
  double last_ = 0;  ///< when the last picture was begun [s]
  bool quits_ = false;
  int pictures_ = 0;    ///< number of the first pictures, which are timed ...
  double seconds_ = 0;  ///< ... and what they took
};

}  // namespace condyle
