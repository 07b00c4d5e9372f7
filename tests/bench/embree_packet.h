#pragma once

#include <embree3/rtcore.h>

#include "bench/embree_rays.h"

namespace condyle::bench {

/// Embree's packet of N rays, and the function that traces it.
template <int N>
struct EmbreePacket;

template <>
struct EmbreePacket<4> {
  using RayHit = RTCRayHit4;
  static constexpr auto intersect = rtcIntersect4;
};
template <>
struct EmbreePacket<8> {
  using RayHit = RTCRayHit8;
  static constexpr auto intersect = rtcIntersect8;
};
template <>
struct EmbreePacket<16> {
  using RayHit = RTCRayHit16;
  static constexpr auto intersect = rtcIntersect16;
};

/// Fills a packet with the rays first to first + N in the target's frame, from 0 to `reach`.
template <int N>
void set_packet(const EmbreeRays& rays, std::size_t first, const FloatPose& X_TC, float reach,
                typename EmbreePacket<N>::RayHit& packet) {
  const float *ox = &rays.origin[0][first], *oy = &rays.origin[1][first],
              *oz = &rays.origin[2][first];
  const float *dx = &rays.direction[0][first], *dy = &rays.direction[1][first],
              *dz = &rays.direction[2][first];
  const auto& R = X_TC.R;
  const auto& p = X_TC.p;
  for (int i = 0; i < N; ++i) {
    packet.ray.org_x[i] = R[0][0] * ox[i] + R[0][1] * oy[i] + R[0][2] * oz[i] + p[0];
    packet.ray.org_y[i] = R[1][0] * ox[i] + R[1][1] * oy[i] + R[1][2] * oz[i] + p[1];
    packet.ray.org_z[i] = R[2][0] * ox[i] + R[2][1] * oy[i] + R[2][2] * oz[i] + p[2];
    packet.ray.dir_x[i] = R[0][0] * dx[i] + R[0][1] * dy[i] + R[0][2] * dz[i];
    packet.ray.dir_y[i] = R[1][0] * dx[i] + R[1][1] * dy[i] + R[1][2] * dz[i];
    packet.ray.dir_z[i] = R[2][0] * dx[i] + R[2][1] * dy[i] + R[2][2] * dz[i];
    packet.ray.tnear[i] = 0;
    packet.ray.tfar[i] = reach;
    packet.ray.time[i] = 0;
    packet.ray.mask[i] = ~0u;
    packet.ray.id[i] = 0;
    packet.ray.flags[i] = 0;
    packet.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    packet.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
}

/// Traces all N rays as a coherent packet.
template <int N>
void trace(RTCScene scene, typename EmbreePacket<N>::RayHit& packet) {
  alignas(64) int valid[N];
  for (int& lane : valid) lane = -1;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  EmbreePacket<N>::intersect(valid, scene, &context, &packet);
}

/// Whether ray i met a triangle through which it leaves the target.
template <class RayHit>
bool leaves_target(const RayHit& packet, int i) {
  return packet.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID &&
         packet.hit.Ng_x[i] * packet.ray.dir_x[i] + packet.hit.Ng_y[i] * packet.ray.dir_y[i] +
                 packet.hit.Ng_z[i] * packet.ray.dir_z[i] >
             0;
}

}  // namespace condyle::bench
