#pragma once

#include <functional>

namespace condyle {

/// Calls work(thread, frame) once for each frame in [0, frames), with thread in [0, threads). Each
/// thread takes blocks of consecutive frames, so that it can reuse state from one frame in the
/// next. Calls `on_frame(done)` on the calling thread after each frame that it computes, and every
/// 50 ms while it waits for the others. The first exception thrown by `work` or `on_frame` stops
/// all threads after their current frame and is rethrown.
void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame);

}  // namespace condyle
