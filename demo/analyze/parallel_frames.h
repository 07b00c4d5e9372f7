#pragma once

#include <functional>

namespace condyle {

/// Calls work(thread, frame) once for each frame in [0, frames), with thread in [0, threads). Each
/// thread takes blocks of consecutive frames, so that it can reuse state from one frame in the
/// next. Calls `on_frame(done)` from time to time on the calling thread. The first exception of
/// `work` stops all threads and is rethrown.
void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame);

}  // namespace condyle
