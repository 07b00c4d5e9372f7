// Sums in lanes have the bits of sums of single numbers, on every kind of processor.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/collision/random_geometry.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/linearised_sums.h"
#include "core/src/contact/linearised/linearised_travel.h"
#include "core/src/simd/simd_path.h"

namespace condyle::test::law_kernels_tests {
namespace {

/// Restores the widest path when a test ends, however it ends.
struct EveryPath {
  static constexpr SimdPath k_all[] = {SimdPath::portable, SimdPath::avx2, SimdPath::avx512};
  ~EveryPath() { use_simd_path(SimdPath::avx512); }
};

void fill(RandomGeometry& random, BlockRow (&rows)[3]) {
  for (BlockRow& row : rows)
    for (double& value : row) value = random.uniform(-1, 1);
}

/// A random block: some lanes touch, some are near, some hold no triangle; in some blocks no lane
/// touches.
LinearisedBlock random_block(RandomGeometry& random) {
  LinearisedBlock block;
  const double middle = random.uniform(-1e-3, 1e-3);
  for (int lane = 0; lane < k_lanes; ++lane) {
    block.proximity[lane] = middle + random.uniform(-1e-3, 1e-3);
    for (BlockRow& row : block.gradient) row[lane] = random.uniform(-1, 1);
    block.cover[lane] = random.uniform(1, 20);
    block.area[lane] = random.integer(0, 9) == 0 ? 0 : random.uniform(1e-8, 1e-5);
    block.law_slope[lane] = random.uniform(1e8, 1e10);
    block.layers[lane] = random.uniform(1e-3, 1e-2);
  }
  for (BlockRow(*const rows)[3] : {&block.at, &block.along, &block.rubs_at, &block.across})
    fill(random, *rows);
  return block;
}

struct Scene {
  std::vector<LinearisedBlock> blocks;
  std::vector<VertexBlock> vertices;
  std::vector<PressureLaw> nonlinear;
  RelativeMotion motion;
  double dt = 0;

  explicit Scene(RandomGeometry& random) {
    const int count = random.integer(0, 9);
    const ContactSettings settings{.formulation = Formulation::nonlinear,
                                   .lumped = random.integer(0, 1) == 0};
    for (int b = 0; b < count; ++b) {
      blocks.push_back(random_block(random));
      fill(random, vertices.emplace_back().drift);
      for (int lane = 0; lane < k_lanes; ++lane)
        nonlinear.push_back(make_pressure_law({random.uniform(1e6, 1e9), 0.4, 0.004},
                                              {random.uniform(1e6, 1e9), 0.3, 0.006}, settings));
    }
    for (int k = 0; k < 6; ++k) {
      motion.displacement[k] = random.uniform(-1e-4, 1e-4);
      motion.velocity[k] = random.integer(0, 4) == 0 ? 0 : random.uniform(-0.1, 0.1);
    }
    dt = random.uniform(1e-4, 2e-2);
  }
};

/// All numbers that an evaluation returns and that it writes to the blocks.
std::vector<double> all_of(const LinearisedSums& sums, std::vector<LinearisedBlock> blocks) {
  std::vector<double> numbers{double(sums.touch), double(sums.is_consistent)};
  const auto add = [&](const double* from, std::size_t count) {
    numbers.insert(numbers.end(), from, from + count);
  };
  add(sums.wrench.data(), 6);
  add(sums.normal_slope.data(), 36);
  add(sums.slip_slope.data(), 36);
  for (const LinearisedBlock& block : blocks)
    add(block.proximity, sizeof(LinearisedBlock) / sizeof(double));
  return numbers;
}

/// Adds what a report reads of triangles that touch; of others, some processors write it and some
/// do not.
void add_reported(const std::vector<ContactBlock>& reported,
                  const std::vector<LinearisedBlock>& blocks, std::vector<double>& numbers) {
  for (std::size_t i = 0; i < k_lanes * blocks.size(); ++i) {
    if (!(blocks[i / k_lanes].proximity_at_end[i % k_lanes] > 0)) continue;
    const ContactBlock& block = reported[i / 64];
    const auto at = static_cast<int>(i % 64);
    for (const double number :
         {block.pressure[at], block.stiffness[at], block.normal_damping[at],
          block.potential_energy[at], block.slip_damping[at], block.cover[at]})
      numbers.push_back(number);
    for (int k = 0; k < 6; ++k) numbers.push_back(block.gradient.column[k][at]);
    for (int k = 0; k < 6; ++k) numbers.push_back(block.friction.column[k][at]);
  }
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

Friction random_friction(RandomGeometry& random, FrictionMode mode) {
  const double speed = random.uniform(1e-3, 0.1);
  return resolved({.static_coefficient = random.uniform(0.3, 1),
                   .dynamic_coefficient = random.uniform(0, 0.3),
                   .stiction_speed = speed,
                   .friction_speed = 1.5 * speed,
                   .mode = mode});
}

/// The mean approach per thickness over a step, over the area that touches at the search's pose;
/// infinite if nothing touches.
double mean_approach_one_by_one(const Scene& scene) {
  double area = 0, sum = 0;
  for (const LinearisedBlock& block : scene.blocks)
    for (int lane = 0; lane < k_lanes; ++lane) {
      if (!(block.proximity[lane] > 0)) continue;
      double rate = 0;
      for (int k = 0; k < 6; ++k) rate += block.gradient[k][lane] * scene.motion.velocity[k];
      area += block.area[lane];
      sum += block.area[lane] * scene.dt * rate / block.layers[lane];
    }
  return area > 0 ? sum / area : INFINITY;
}

}  // namespace

TEST_CASE("all kinds of processor press and rub with the same bits", "[solver][linearised][simd]") {
  const EveryPath every;
  RandomGeometry random(41);
  int touches = 0, stays_apart = 0;
  for (int i = 0; i < 60; ++i) {
    const Scene scene(random);
    for (const FrictionDescription& described : friction_modes()) {
      const FrictionMode mode = described.mode;
      if (described.has_memory || mode == FrictionMode::user) continue;  // not by lanes
      for (const bool is_linear : {true, false}) {
        LinearisedLaw law;
        law.friction = random_friction(random, mode);
        law.dissipation = random.integer(0, 1) * random.uniform(0, 30);
        if (!is_linear) law.nonlinear = scene.nonlinear;
        REQUIRE(law.is_by_lanes());
        for (const Linearisation linearisation :
             {Linearisation::none, Linearisation::exact, Linearisation::safe}) {
          INFO("scene " << i << ", friction " << int(mode) << ", linear " << is_linear
                        << ", linearisation " << int(linearisation));
          std::vector<double> expected;
          for (const SimdPath path : EveryPath::k_all) {
            use_simd_path(path);
            std::vector<LinearisedBlock> blocks = scene.blocks;
            // The first evaluation is at another pose; none of its numbers may remain where nothing
            // touches now.
            RelativeMotion before = scene.motion;
            before.displacement *= -3;
            sum_forces(blocks, law, before, scene.dt, linearisation);
            const LinearisedSums sums =
                sum_forces(blocks, law, scene.motion, scene.dt, linearisation);
            std::vector<double> found = all_of(sums, blocks);
            std::vector<ContactBlock> reported(blocks.size());
            law.reported = reported;
            report_forces(blocks, law, scene.motion, scene.dt);
            law.reported = {};
            REQUIRE(same_bits(all_of(sums, blocks), found));
            add_reported(reported, blocks, found);
            if (path == SimdPath::portable) expected = found;
            REQUIRE(same_bits(found, expected));
            ++(sums.touch ? touches : stays_apart);
          }
        }
      }
    }
  }
  CHECK(touches > 1000);
  CHECK(stays_apart > 0);
}

TEST_CASE("all kinds of processor find the same approach", "[solver][linearised][simd]") {
  const EveryPath every;
  RandomGeometry random(42);
  int approaches = 0, means = 0;
  for (int i = 0; i < 300; ++i) {
    Scene scene(random);
    if (i % 3 == 0)  // nothing touches yet: the ray's slope counts
      for (LinearisedBlock& block : scene.blocks)
        for (double& d : block.proximity) d = -1e-5 * std::abs(d);
    for (const bool compliant : {false, true}) {
      INFO("scene " << i << ", yields " << compliant);
      Approach expected;
      for (const SimdPath path : EveryPath::k_all) {
        use_simd_path(path);
        const Approach found =
            find_approach(scene.blocks,
                          compliant ? std::span<const VertexBlock>(scene.vertices)
                                    : std::span<const VertexBlock>(),
                          scene.motion, scene.dt);
        if (path == SimdPath::portable) expected = found;
        REQUIRE(std::memcmp(&found, &expected, sizeof found) == 0);
        approaches += found.most > 0;
      }
      if (compliant) continue;
      const double mean = mean_approach_one_by_one(scene);
      if (mean < expected.most) ++means;
      CHECK(expected.mean == Approx(std::min(mean, expected.most)).epsilon(1e-12));  // rounding
    }
  }
  CHECK(approaches > 300);
  CHECK(means > 30);
}

TEST_CASE("one nonlinear law for all lanes presses as the same law in each of them",
          "[solver][linearised][simd]") {
  const EveryPath every;
  RandomGeometry random(44);
  int touches = 0;
  for (int i = 0; i < 50; ++i) {
    Scene scene(random);
    if (scene.nonlinear.empty()) continue;
    std::ranges::fill(scene.nonlinear, PressureLaw(scene.nonlinear.front()));
    for (const SimdPath path : EveryPath::k_all) {
      use_simd_path(path);
      LinearisedLaw each, all;
      each.nonlinear = scene.nonlinear;
      all.nonlinear = each.nonlinear.first(1);
      std::vector<std::vector<double>> found;
      for (const LinearisedLaw& law : {each, all}) {
        std::vector<LinearisedBlock> blocks = scene.blocks;
        const LinearisedSums sums =
            sum_forces(blocks, law, scene.motion, scene.dt, Linearisation::exact);
        found.push_back(all_of(sums, blocks));
        touches += sums.touch;
      }
      REQUIRE(same_bits(found[0], found[1]));
    }
  }
  CHECK(touches > 50);
}

TEST_CASE("lanes rub with the bits of each speed alone", "[solver][linearised][simd]") {
  // Speeds at which pieces of the law meet, and speeds on both sides of them.
  const Friction friction{.static_coefficient = 0.5,
                          .dynamic_coefficient = 0.3,
                          .stiction_speed = 2e-3,
                          .friction_speed = 5e-3};
  const EveryPath every;
  constexpr double k_pressure = 1.7e6, k_depth = 1e-3;
  for (const double speed : {0.0, 1e-3, std::nextafter(2e-3, 0.0), 2e-3, std::nextafter(2e-3, 1.0),
                             3.5e-3, std::nextafter(5e-3, 0.0), 5e-3, 10.0}) {
    LinearisedBlock block;
    for (int lane = 0; lane < k_lanes; ++lane) {
      block.proximity[lane] = k_depth;
      block.across[2][lane] = block.cover[lane] = block.area[lane] = 1;
      block.law_slope[lane] = k_pressure / k_depth;
    }
    LinearisedLaw law;
    law.friction = friction;
    RelativeMotion motion;
    motion.velocity[3] = speed;  // the square root of its square is the speed, to the bit
    for (const SimdPath path : EveryPath::k_all) {
      use_simd_path(path);
      sum_forces({&block, 1}, law, motion, 1e-3, Linearisation::none);
      for (int lane = 0; lane < k_lanes; ++lane) {
        CAPTURE(speed, lane, int(path));
        const double secant = friction_coefficient_over_speed(curve_of(friction), speed);
        CHECK(block.traction[0][lane] == -(block.pressure[lane] * secant) * speed);
      }
    }
  }
}

TEST_CASE(
    "triangles of an elastic layer are faced, placed and rubbed with the same bits everywhere",
    "[contact][step][simd][elastic_layer]") {
  const EveryPath every;
  RandomGeometry random(43);
  int touches = 0, dropped = 0;
  for (int i = 0; i < 100; ++i) {
    Scene scene(random);
    const bool two_sided = random.integer(0, 1) == 1;
    const Friction friction = random_friction(random, FrictionMode::on);
    std::vector<double> expected;
    for (const SimdPath path : EveryPath::k_all) {
      use_simd_path(path);
      std::vector<LinearisedBlock> blocks = scene.blocks;
      const SumTask task{blocks.data(),
                         static_cast<int>(blocks.size()),
                         plain(scene.motion),
                         true,
                         scene.dt,
                         0,
                         true,
                         curve_of(friction),
                         nullptr,
                         false,
                         true,
                         true,
                         nullptr};
      law_kernels().face_target({.blocks = blocks.data(),
                                 .count = static_cast<int>(blocks.size()),
                                 .R_CT = {{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}},
                                 .follows_target = true,
                                 .two_sided = two_sided,
                                 .rubs_at_hit = true,
                                 .reported = nullptr});
      const bool touch = law_kernels().place(task);
      bool touches_here = false;
      for (LinearisedBlock& block : blocks)
        for (int lane = 0; lane < k_lanes; ++lane) {
          const double end = block.proximity_at_end[lane];
          touches_here |= block.area[lane] > 0 && end > 0;
          block.pressure[lane] = std::max(0.0, 1e9 * end);
          dropped += block.area[lane] == 0;
        }
      REQUIRE(touch == touches_here);
      LaneSums lanes;
      law_kernels().rub_pressed(task, lanes);
      const std::vector<double> found = all_of(totals(task, lanes), blocks);
      if (path == SimdPath::portable) expected = found;
      REQUIRE(same_bits(found, expected));
      touches += lanes.touch;
    }
  }
  CHECK(touches > 100);
  CHECK(dropped > 100);
}

}  // namespace condyle::test::law_kernels_tests
