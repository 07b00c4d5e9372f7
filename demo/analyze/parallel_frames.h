#pragma once

#include <functional>

namespace condyle {

/// Calls work(thread, frame) once for each frame in [0, frames), thread in [0, threads); each
/// thread takes blocks of neighbouring frames, so that what it remembers from one is of use in the
/// next. `on_frame(done)` is called on the calling thread now and then. The first exception of
/// `work` ends all of it and is thrown on.
void parallel_frames(int frames, int threads, const std::function<void(int, int)>& work,
                     const std::function<void(int)>& on_frame);

}  // namespace condyle
