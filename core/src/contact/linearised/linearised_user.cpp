#include "core/src/contact/linearised/linearised_user.h"

#include <vector>

#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/linearised/linearised_vertices.h"

namespace condyle {
namespace {

bool is_per_area(const LinearisedLaw& law) {
  return law.normal == nullptr || !acts_on_patches(*law.normal);
}

/// Calls `work` for each lane that touches, in order.
template <class Work>
void for_each_touch(std::span<const LinearisedBlock> blocks, std::span<Pressed> pressed,
                    Work&& work) {
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (!pressed[b].touches) continue;
    for (int lane = 0; lane < k_lanes; ++lane)
      if (is_touching(blocks[b], lane, pressed[b])) work(blocks[b], pressed[b], lane);
  }
}

}  // namespace

void press_by_user(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law,
                   std::span<Pressed> pressed) {
  thread_local std::vector<condyle_touch> touches;
  thread_local std::vector<NormalSample> samples;
  touches.clear();
  for_each_touch(blocks, pressed, [](const LinearisedBlock& block, const Pressed& at, int lane) {
    const Eigen::Vector3d& c = at.triangle[lane].at;
    touches.push_back(
        {at.triangle[lane].depth, at.rate[lane], block.law_slope[lane], {c.x(), c.y(), c.z()}});
  });
  samples.resize(touches.size());
  ask(*law.normal->user, *law.contact, is_per_area(law), touches, samples);
  auto next = samples.begin();
  for_each_touch(blocks, pressed, [&next](const LinearisedBlock&, Pressed& at, int lane) {
    at.sample[lane] = *next++;
  });
}

void rub_by_user(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law,
                 const RelativeMotion& motion, std::span<Pressed> pressed) {
  thread_local std::vector<condyle_slip> slips;
  thread_local std::vector<FrictionSample> samples;
  slips.clear();
  for_each_touch(blocks, pressed, [&](const LinearisedBlock& block, const Pressed& at, int lane) {
    const LinearisedTriangle& t = at.triangle[lane];
    const Eigen::Vector3d& c = t.rubs_at;
    const auto b = static_cast<std::size_t>(&block - blocks.data());
    const Vector6 V =
        law.vertices.empty() ? motion.velocity : with_drift(motion.velocity, law.vertices[b], lane);
    slips.push_back({slip_of(t, V).norm(), at.sample[lane].force, {c.x(), c.y(), c.z()}});
  });
  samples.resize(slips.size());
  ask(*law.friction.user, *law.contact, is_per_area(law), slips, samples);
  auto next = samples.begin();
  for_each_touch(blocks, pressed, [&next](const LinearisedBlock&, Pressed& at, int lane) {
    at.friction[lane] = *next++;
  });
}

}  // namespace condyle
