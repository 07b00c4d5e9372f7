// How long the stages of a picture take, and what it sends: the table of docs/viewer.md. Hidden,
// since it tells times and judges none: demo_tests "[.frame_times]".
#include <epoxy/gl.h>

#include <cstdio>

#include "base/wall_timer.h"
#include "demo/view/viewer_in_window.h"
#include "view/renderer.h"
#include "view/start_page.h"

namespace condyle::test::frame_times_tests {
namespace {

constexpr int k_steps_before = 240, k_warm = 2, k_timed = 8;

void draw_timed(Viewer& viewer, Renderer& renderer) {
  viewer.window->begin_frame();
  draw_frame(viewer.state, &renderer, viewer.window->frame_buffer_size());
  WallTimer timer;
  viewer.window->end_frame();
  glFinish();
  average(viewer.state.draw_times.show, timer.lap());
}

void tell_times(const std::string& scene, ViewSize size) {
  const auto viewer = open_viewer(scene, size, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  Renderer renderer(draws_in_software() ? 0 : 4);
  state.view.effects.occlusion = !draws_in_software();  // as SlowPictures does
  for (int k = 0; k < k_steps_before; ++k) state.live->step(1 / state.playback.rate);
  for (int k = 0; k < k_warm + k_timed; ++k) {
    if (k == k_warm) state.draw_times = {};
    state.live->step(1 / state.playback.rate);
    draw_timed(*viewer, renderer);
  }
  const DrawTimes& t = state.draw_times;
  const DrawBytes& sent = state.draw_bytes;
  std::printf("| `%s` | %dx%d | %.1f | %.0f | %.1f | %.0f | %.0f | %.0f | %.0f | %.0f |\n",
              scene.c_str(), size.width, size.height, 1e3 * t.maps, 1e3 * t.scene, 1e3 * t.panels,
              1e3 * t.show, 1e3 * t.total(), 1e-3 * static_cast<double>(sent.maps),
              1e-3 * static_cast<double>(sent.scene), 1e-3 * static_cast<double>(sent.panels));
  std::fflush(stdout);
}

}  // namespace

TEST_CASE("frame times: of all scenes, by stage", "[.frame_times]") {
  std::printf(
      "| scene | window | maps | scene | panels | show | picture [ms] | maps | scene | panels [kB] "
      "|\n");
  for (const ViewSize size : {ViewSize{1400, 900}, ViewSize{3840, 2160}})
    for (const std::filesystem::path& file : shipped_scene_files())
      tell_times(file.stem().string(), size);
}

}  // namespace condyle::test::frame_times_tests
