#include "bench/embree_system.h"

#include <algorithm>
#include <chrono>

#include "bench/embree_packet.h"
#include "bench/embree_scene.h"
#include "bench/foundation.h"

namespace condyle::bench {
namespace {

class EmbreeSystem : public System {
 public:
  EmbreeSystem(std::string name, const PairCase& pair)
      : System(std::move(name)),
        case_(pair),
        scene_(pair.target->mesh()),
        rays_(*pair.casting),
        reach_(static_cast<float>(pair.settings.max_proximity)) {}

  StepOutcome outcome() const override {
    return {static_cast<double>(hits_.size()), foundation_force(case_, hits_).force.norm()};
  }

 protected:
  FloatPose target_from_casting(std::size_t step) const {
    return FloatPose(case_.poses_CT[step].inverse(Eigen::Isometry));
  }

  template <int N>
  void collect(std::size_t first, const typename EmbreePacket<N>::RayHit& packet) {
    for (int i = 0; i < N; ++i) {
      const int casting = rays_.casting_triangle[first + i];
      if (!leaves_target(packet, i) || casting < 0) continue;
      hits_.push_back({casting, static_cast<int>(packet.hit.primID[i]), packet.ray.tfar[i]});
    }
  }

  PairCase case_;
  EmbreeScene scene_;
  EmbreeRays rays_;
  float reach_;
  std::vector<ProximityHit> hits_;
};

/// Traces all rays without memory.
class AllRays : public EmbreeSystem {
 public:
  explicit AllRays(const PairCase& pair) : EmbreeSystem("embree", pair) { choose_packet(); }

  void evaluate(std::size_t step) override { (this->*run_)(step); }

 private:
  using Run = void (AllRays::*)(std::size_t);

  template <int N>
  void run(std::size_t step) {
    const FloatPose X_TC = target_from_casting(step);
    typename EmbreePacket<N>::RayHit packet;
    hits_.clear();
    for (std::size_t first = 0; first < rays_.size(); first += N) {
      set_packet<N>(rays_, first, X_TC, reach_, packet);
      trace<N>(scene_.get(), packet);
      collect<N>(first, packet);
    }
  }

  void choose_packet() {
    double fastest = std::numeric_limits<double>::infinity();
    for (const Run candidate : {&AllRays::run<4>, &AllRays::run<8>, &AllRays::run<16>}) {
      const double seconds = least_time(candidate);
      if (seconds < fastest) run_ = candidate;
      fastest = std::min(fastest, seconds);
    }
  }

  double least_time(Run candidate) {
    using Clock = std::chrono::steady_clock;
    constexpr int k_trials = 4;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < k_trials; ++i) {
      const std::size_t step = case_.poses_CT.size() * static_cast<std::size_t>(i) / k_trials;
      double at_step = std::numeric_limits<double>::infinity();
      for (int repeat = 0; repeat < 3; ++repeat) {
        const Clock::time_point start = Clock::now();
        (this->*candidate)(step);
        at_step = std::min(at_step, std::chrono::duration<double>(Clock::now() - start).count());
      }
      least = i == 0 ? at_step : least + at_step;
    }
    return least;
  }

  Run run_ = &AllRays::run<8>;
};

/// Traces all rays with a hint per ray.
class HintedRays : public EmbreeSystem {
 public:
  explicit HintedRays(const PairCase& pair)
      : EmbreeSystem("embree hint", pair), hints_(rays_.size(), -1) {
    for (const Eigen::Vector3d& v : pair.target->mesh().vertices) {
      vertices_.push_back(v.cast<float>());
    }
  }

  bool remembers() const override { return true; }
  void evaluate(std::size_t step) override {
    constexpr int N = 8;
    const FloatPose X_TC = target_from_casting(step);
    EmbreePacket<N>::RayHit packet;
    hits_.clear();
    for (std::size_t first = 0; first < rays_.size(); first += N) {
      set_packet<N>(rays_, first, X_TC, reach_, packet);
      for (int i = 0; i < N; ++i) meet_hint(hints_[first + i], packet, i);
      trace<N>(scene_.get(), packet);
      collect<N>(first, packet);
      for (int i = 0; i < N; ++i) {
        const bool met = packet.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID;
        hints_[first + i] = met ? static_cast<int>(packet.hit.primID[i]) : -1;
      }
    }
  }

 private:
  /// The test of Moeller & Trumbore (1997) in float, like Embree's fast test. If the ray meets the
  /// triangle, the triangle becomes the ray's hit so far.
  void meet_hint(int triangle, EmbreePacket<8>::RayHit& packet, int i) const {
    if (triangle < 0) return;
    const auto& corners = case_.target->mesh().triangles[triangle];
    const Eigen::Vector3f origin(packet.ray.org_x[i], packet.ray.org_y[i], packet.ray.org_z[i]);
    const Eigen::Vector3f direction(packet.ray.dir_x[i], packet.ray.dir_y[i], packet.ray.dir_z[i]);
    const Eigen::Vector3f& corner = vertices_[corners[0]];
    const Eigen::Vector3f side_1 = vertices_[corners[1]] - corner;
    const Eigen::Vector3f side_2 = vertices_[corners[2]] - corner;
    const Eigen::Vector3f across = direction.cross(side_2), from_corner = origin - corner;
    const float inverse = 1 / side_1.dot(across);
    const float u = from_corner.dot(across) * inverse;
    const Eigen::Vector3f turned = from_corner.cross(side_1);
    const float v = direction.dot(turned) * inverse, t = side_2.dot(turned) * inverse;
    if (!(u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t <= packet.ray.tfar[i])) return;
    const Eigen::Vector3f normal = side_1.cross(side_2);
    packet.ray.tfar[i] = t;
    packet.hit.geomID[i] = 0;
    packet.hit.primID[i] = static_cast<unsigned>(triangle);
    packet.hit.Ng_x[i] = normal[0];
    packet.hit.Ng_y[i] = normal[1];
    packet.hit.Ng_z[i] = normal[2];
  }

  std::vector<int> hints_;  ///< per ray: the triangle of its last hit, or -1
  std::vector<Eigen::Vector3f> vertices_;
};

}  // namespace

std::unique_ptr<System> make_embree(const PairCase& pair) {
  return std::make_unique<AllRays>(pair);
}

std::unique_ptr<System> make_embree_hint(const PairCase& pair) {
  return std::make_unique<HintedRays>(pair);
}

}  // namespace condyle::bench
