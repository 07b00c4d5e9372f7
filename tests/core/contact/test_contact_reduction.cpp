// The pass from hits to results, compared with plain sums on random input.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "condyle/contact/contact_result.h"
#include "core/contact/contact_cases.h"
#include "core/contact/plain_reduction.h"

namespace condyle::test::contact_reduction_tests {

namespace {

void check_mean(double mean, const PlainSum& sum, const PlainSum& weight) {
  const double expected = static_cast<double>(sum.value / weight.value);
  const double rounding = sum.rounding() + std::abs(expected) * weight.rounding();
  CHECK(std::abs(mean - expected) <= rounding / static_cast<double>(weight.value));
}

void check_statistics(const ContactStatistics& s, const PlainSums& sums) {
  REQUIRE(s.n_contacting == sums.count);
  if (sums.count == 0) {
    CHECK(s.center_of_pressure == Vector3d(-1, -1, -1));
    CHECK(s.contact_force.isZero(0));
    return;
  }
  PlainSum count;
  count.add(sums.count);
  CHECK(sums.area.agrees(s.contact_area));
  CHECK(sums.energy.agrees(s.potential_energy));
  CHECK(s.max_proximity == sums.max_proximity);
  CHECK(s.max_pressure == Approx(sums.max_pressure).epsilon(1e-15));
  check_mean(s.mean_proximity_of_triangles, sums.proximity, count);
  check_mean(s.mean_pressure_of_triangles, sums.pressure, count);
  check_mean(s.mean_proximity, sums.proximity_area, sums.area);
  check_mean(s.mean_pressure, sums.pressure_area, sums.area);
  for (int k = 0; k < 3; ++k) {
    CHECK(sums.force[k].agrees(s.contact_force[k]));
    CHECK(sums.moment[k].agrees(s.contact_moment[k]));
    check_mean(s.center_of_proximity[k], sums.proximity_moment[k], sums.proximity_area);
    if (sums.pressure_area.value > 0) {
      check_mean(s.center_of_pressure[k], sums.pressure_moment[k], sums.pressure_area);
    }
  }
}

template <class Holds>
PlainSums summed(const std::vector<PlainContact>& contacts, Holds&& holds) {
  PlainSums sums;
  for (const PlainContact& contact : contacts) {
    if (holds(contact.triangle)) sums.add(contact);
  }
  return sums;
}

bool contains(const std::vector<int>& ascending, int t) {
  return std::binary_search(ascending.begin(), ascending.end(), t);
}

void check_patches(const ContactPair& pair, const std::vector<PlainContact>& contacts) {
  const ContactResult& result = pair.result();
  const auto expected = plain_patches(pair.casting(), contacts);
  REQUIRE(result.patches.size() == expected.size());
  double last = std::numeric_limits<double>::infinity();
  int next = 0;
  for (const ContactPatch& patch : result.patches) {
    const auto first = result.patch_triangles.begin() + patch.first_triangle;
    const std::vector<int> triangles(first, first + patch.triangle_count);
    CHECK(std::count(expected.begin(), expected.end(), triangles) == 1);
    CHECK(patch.first_triangle == next);
    next += patch.triangle_count;
    CHECK(patch.statistics.contact_force.norm() <= last);
    last = patch.statistics.contact_force.norm();
    check_statistics(patch.statistics,
                     summed(contacts, [&](int t) { return contains(triangles, t); }));
  }
  CHECK(next == static_cast<int>(contacts.size()));
}

void check_maps(const ContactPair& pair, const std::vector<PlainContact>& contacts) {
  const ContactResult& result = pair.result();
  SideMap expected(static_cast<std::size_t>(pair.casting().triangle_count()));
  for (const ProximityHit& hit : result.hits) {
    expected.proximity[hit.casting_triangle] = hit.proximity;
    expected.partner[hit.casting_triangle] = hit.target_triangle;
  }
  for (const PlainContact& contact : contacts) {
    expected.pressure[contact.triangle] = contact.pressure;
    expected.potential_energy[contact.triangle] = contact.energy;
  }
  CHECK(result.casting->proximity == expected.proximity);
  CHECK(result.casting->partner == expected.partner);
  for (std::size_t t = 0; t < expected.pressure.size(); ++t) {
    if (result.casting->pressure[t] == expected.pressure[t] &&
        result.casting->potential_energy[t] == expected.potential_energy[t]) {
      continue;  // skips nearly all, since checks take time
    }
    CHECK(result.casting->pressure[t] == Approx(expected.pressure[t]).epsilon(1e-14));
    CHECK(result.casting->potential_energy[t] ==
          Approx(expected.potential_energy[t]).epsilon(1e-14));
  }
}

void check_result(const ContactPair& pair, const std::vector<Region>& regions, const Pose& X_CT,
                  const Twist& V_TC_C) {
  const ContactResult& result = pair.result();
  std::vector<PlainContact> contacts;
  for (const ProximityHit& hit : result.hits) {
    if (hit.proximity > 0) contacts.push_back(plain_contact(pair, hit, X_CT, V_TC_C));
  }
  check_maps(pair, contacts);
  check_statistics(result.total, summed(contacts, [](int) { return true; }));
  REQUIRE(result.regions.size() == regions.size());
  for (std::size_t r = 0; r < regions.size(); ++r) {
    CAPTURE(regions[r].name);
    CHECK(result.regions[r].name == regions[r].name);
    check_statistics(result.regions[r].statistics,
                     summed(contacts, [&](int t) { return contains(regions[r].triangles, t); }));
  }
  check_patches(pair, contacts);

  PlainLinearisation linearisation;
  for (const PlainContact& contact : contacts) linearisation.add(contact);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      CAPTURE(i, j);
      CHECK(linearisation.stiffness[i][j].agrees(result.stiffness(i, j)));
      CHECK(linearisation.damping[i][j].agrees(result.damping(i, j)));
    }
  }
}

/// The mesh with its triangles in random order and with random first corners, so that labels of
/// patches meet everywhere.
TriangleMesh shuffled(TriangleMesh mesh, std::mt19937& random) {
  std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), random);
  for (auto& triangle : mesh.triangles) {
    std::rotate(triangle.begin(), triangle.begin() + random() % 3, triangle.end());
  }
  return mesh;
}

/// A rough slab that touches in many patches.
TriangleMesh rough_slab(std::mt19937& random) {
  TriangleMesh slab = mesh::make_plane_grid(40e-3, 40e-3, 60, 60);
  std::normal_distribution<double> height(0, 0.2e-3);
  for (Vector3d& v : slab.vertices) v.z() += height(random);
  return slab;
}

std::vector<Layer> random_layers(std::size_t count, std::mt19937& random) {
  std::uniform_real_distribution<double> vary(0.5, 1.5);
  std::vector<Layer> layers(count, k_layer);
  for (Layer& layer : layers) {
    layer.thickness *= vary(random);
    layer.elastic_modulus *= vary(random);
  }
  return layers;
}

}  // namespace

TEST_CASE("the one pass gives what plain sums give", "[contact][reduction]") {
  const unsigned seed = GENERATE(range(1u, 9u));
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto chance = [&] { return random() % 2 == 0; };
  const auto uniform = [&](double size) {
    return std::uniform_real_distribution<double>(-size, size)(random);
  };
  const auto vector = [&](double size) {
    return Vector3d(uniform(size), uniform(size), uniform(size));
  };

  TriangleMesh ball = mesh::make_ellipsoid({20e-3, 25e-3, 30e-3}, 4);
  if (chance()) ball = shuffled(std::move(ball), random);
  std::vector<Layer> layers = random_layers(chance() ? ball.triangles.size() : 1, random);
  const auto casting = std::make_shared<const ContactSurface>(ball, layers);
  const auto target = surface(rough_slab(random));
  const ContactSettings settings{
      .min_proximity = chance() ? -0.5e-3 : 0,
      .formulation = chance() ? Formulation::linear : Formulation::nonlinear,
      .lumped = chance(),
      .dissipation = chance() ? 1.0 : 0.0,
      .friction = {.static_coefficient = chance() ? 0.3 : 0.0, .dynamic_coefficient = 0},
      .force_direction = chance() ? ForceDirection::target : ForceDirection::casting};
  std::vector<Region> regions = axis_regions(*casting);
  std::vector<Region> user{half_space_region(*casting, "slanted", vector(1e-3), vector(1)),
                           half_space_region(*casting, "other", vector(1e-3), vector(1)),
                           {"none", {}}};
  if (chance()) user.clear();
  regions.insert(regions.end(), user.begin(), user.end());
  ContactPair pair(casting, target, settings, user);

  std::size_t contacts = 0, patches = 0;
  for (int step = 0; step < 6; ++step) {
    CAPTURE(step);
    const Pose X_CT = rotation(uniform(0.1), vector(1)) *
                      translation(uniform(2e-3), uniform(2e-3), -29.5e-3 + uniform(0.5e-3));
    const Twist V_TC_C{vector(0.1), vector(2e-3)};
    pair.evaluate(X_CT, V_TC_C);
    check_result(pair, regions, X_CT, V_TC_C);
    contacts += static_cast<std::size_t>(pair.result().total.n_contacting);
    patches = std::max(patches, pair.result().patches.size());
  }
  CHECK(contacts > 100);  // else the test would prove nothing
  CHECK(patches > 1);
}

}  // namespace condyle::test::contact_reduction_tests
