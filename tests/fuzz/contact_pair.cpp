// Two small meshes that move through each other, all by bytes: the search finds the hits that a
// test of every triangle finds, a search and a pair that remember what a new one finds, to the bit,
// and forces and reports are finite.
#include "condyle/contact/contact_pair.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "core/contact/same_bits.h"
#include "core/src/collision/proximity_search.h"
#include "fuzz/byte_reader.h"
#include "fuzz/fuzz_target.h"

namespace {

using namespace condyle;
using fuzz::ByteReader;
using fuzz::require;
using test::are_same;

constexpr double k_grid = 1 / 1024.0;  // [m], exact in binary
constexpr int k_most_poses = 8;

/// Unconnected triangles with corners on the grid.
TriangleMesh drawn_triangles(ByteReader& bytes) {
  TriangleMesh mesh;
  for (int t = 0, count = 1 + bytes.pick(12); t < count; ++t) {
    const Eigen::Vector3d corner = bytes.point(k_grid);
    mesh.vertices.push_back(corner);
    for (int k = 0; k < 2; ++k) mesh.vertices.push_back(corner + bytes.point(k_grid / 4));
    mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return mesh;
}

TriangleMesh drawn_mesh(ByteReader& bytes) {
  const double size = k_grid * (1 + bytes.pick(64));
  const int cells = 1 + bytes.pick(5);
  switch (bytes.pick(6)) {
    case 0:
      return mesh::make_box({size, 2 * size, size / 2}, {cells, 1, 2});
    case 1:
      return mesh::make_icosphere(size, cells / 2);
    case 2:
      return mesh::make_torus(size, size / 4, 2 + cells, 3);
    case 3:
      return mesh::make_plane_grid(size, size, cells, cells);
    case 4: {
      TriangleMesh bumpy = mesh::make_plane_grid(size, size, cells, cells);
      for (Eigen::Vector3d& vertex : bumpy.vertices) vertex.z() += bytes.on_grid(k_grid / 8);
      return bumpy;
    }
    default:
      return drawn_triangles(bytes);
  }
}

ContactSettings drawn_settings(ByteReader& bytes) {
  ContactSettings settings;
  settings.max_proximity = k_grid * bytes.pick(64);
  settings.min_proximity = -k_grid * bytes.pick(8);
  settings.two_sided = bytes.pick(2) == 1;
  settings.formulation = bytes.pick(2) == 0 ? Formulation::linear : Formulation::nonlinear;
  settings.lumped = bytes.pick(2) == 0;
  settings.dissipation = bytes.pick(2) * 0.5;
  settings.force_direction = bytes.pick(2) == 0 ? ForceDirection::target : ForceDirection::casting;
  if (bytes.pick(2) == 0) settings.friction = {0.5, 0.4, 1e-3, 1.5e-3, FrictionMode::on};
  constexpr NormalLawKind k_kinds[] = {NormalLawKind::elastic_foundation,
                                       NormalLawKind::volume,
                                       NormalLawKind::hunt_crossley,
                                       NormalLawKind::poisson,
                                       NormalLawKind::impact,
                                       NormalLawKind::lankarani_nikravesh};
  settings.normal.kind = k_kinds[bytes.pick(6)];
  settings.normal.stiffness = 1e6;
  settings.normal.restitution = 0.5;
  settings.normal.acting = static_cast<Acting>(bytes.pick(3));
  return settings;
}

/// Compares searches for one pair of meshes.
class Searches {
 public:
  Searches(const ContactSurface& casting, const ContactSurface& target)
      : target_(target),
        rays_{casting.centroids(), casting.normals()},
        warm_(rays_, target.tree()) {}

  void set_look_ahead(bool looks_ahead) { warm_.set_look_ahead(looks_ahead); }

  void check(const Pose& X_CT, const ProximityWindow& window) {
    find_by_brute_force(rays_, target_.mesh(), X_CT, window, expected_);
    ProximitySearch(rays_, target_.tree()).find(X_CT, window, found_);
    require(are_same(found_, expected_),
            "a new search finds other hits than a test of every triangle");
    warm_.find(X_CT, window, found_);
    require(are_same(found_, expected_), "a search that remembers finds other hits than a new one");
  }

 private:
  const ContactSurface& target_;
  CastingRays rays_;
  ProximitySearch warm_;
  std::vector<ProximityHit> found_, expected_;
};

void require_finite(const ContactResult& result) {
  require(result.F_casting_C.force.allFinite() && result.F_casting_C.moment.allFinite(),
          "the force is no number");
  require(result.stiffness.get().allFinite(), "the stiffness is no number");
  require(std::isfinite(result.total.potential_energy) && result.total.potential_energy >= 0,
          "the energy is no number, or negative");
  require(std::isfinite(result.total.contact_area) && result.total.contact_area >= 0,
          "the area is no number, or negative");
}

/// All of it is the same to the bit.
void require_same(const ContactResult& warm, const ContactResult& cold) {
  const std::string other = test::difference_of_bits(warm, cold);
  require(other.empty(), "a pair that remembers has another result than a new one: " + other);
}

/// The result, or nothing with the reason why there is none.
const ContactResult* result_of(ContactPair& pair, const Pose& X_CT, const Twist& V,
                               std::string& problem) try {
  return &pair.evaluate(X_CT, V);
} catch (const SimulationError& error) {
  problem = error.what();
  return nullptr;
}

void check_pair(ContactPair& warm, ContactPair cold, const Pose& X_CT, const Twist& V) {
  std::string why_warm, why_cold;
  const ContactResult* of_warm = result_of(warm, X_CT, V, why_warm);
  const ContactResult* of_cold = result_of(cold, X_CT, V, why_cold);
  require(why_warm == why_cold, "only one of two pairs fails: " + why_warm + why_cold);
  if (of_warm == nullptr) return;
  require_finite(*of_warm);
  require_same(*of_warm, *of_cold);
  require(test::same_bits(warm.target_map(), cold.target_map()),
          "a pair that remembers has another map of the target than a new one");
}

void run(ByteReader bytes) {
  const auto casting =
      std::make_shared<const ContactSurface>(drawn_mesh(bytes), Layer{1e7, 0.4, 0.01});
  const auto target =
      std::make_shared<const ContactSurface>(drawn_mesh(bytes), Layer{5e6, 0.3, 0.004});
  const ContactSettings settings = drawn_settings(bytes);
  ContactPair pair(casting, target, settings);
  Searches searches(*casting, *target);
  searches.set_look_ahead(bytes.pick(2) == 0);
  const Twist V{bytes.point(0.01), bytes.point(0.01)};
  Pose X_CT = Pose::Identity();
  for (int i = 0; i < k_most_poses && (i == 0 || !bytes.is_empty()); ++i) {
    // A new place, or a little farther.
    X_CT = bytes.pick(4) == 0 ? bytes.pose(k_grid) : X_CT * bytes.pose(k_grid / 64);
    searches.check(X_CT, {settings.min_proximity, settings.max_proximity, settings.two_sided});
    check_pair(pair, ContactPair(casting, target, settings), X_CT, V);
  }
}

}  // namespace

CONDYLE_FUZZ_TARGET(contact_pair) {
  try {
    run(ByteReader(fuzz::Bytes(data, size)));
  } catch (const InputError&) {  // a degenerate triangle, or settings that do not go together
  }
  return 0;
}
