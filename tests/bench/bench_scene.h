#pragma once

namespace condyle::bench {

/// Registers the knee scene at 240 Hz: one step of the engine each, ten seconds of the scene.
void register_scene_benchmarks();

}  // namespace condyle::bench
