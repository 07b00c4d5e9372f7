#pragma once

#include <functional>

namespace condyle {

/// Calls work(thread, frame) once for each frame in [0, frames), with thread in [0, threads). Each
/// thread takes blocks of consecutive frames, so that it can reuse state from one frame in the
/// next. Calls `on_frame(done)` on the calling thread, at least once in the time of a frame or 50
/// ms. The first exception of either stops all threads after their frame and is rethrown.
void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame);

}  // namespace condyle
