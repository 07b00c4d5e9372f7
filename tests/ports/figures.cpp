// Prints the figures of contacts and of a strand with all their bits, one to a line, and tries what
// a system does for files and libraries. tests/ports/run compares the lines of all systems.
//
//   condyle_figures --meshes FOLDER   writes the meshes of ports.json
//   condyle_figures FOLDER LAW        prints the figures of FOLDER/ports.json; LAW: the library of
//                                     port_law.c, or - on a system without shared libraries

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "condyle/condyle.h"
#include "condyle/scene.h"
#include "condyle/world.h"
#include "core/src/files/file_bytes.h"
#include "core/src/files/unfinished_file.h"

namespace condyle {
namespace {

constexpr double k_head_radius = 0.02, k_cup_radius = 0.0203;

/// Makes the head's surface uneven, so that every triangle differs.
void make_uneven(TriangleMesh& mesh) {
  for (Eigen::Vector3d& p : mesh.vertices)
    p *= 1 + 0.004 * std::sin(300 * p.x()) * std::cos(270 * p.y());
}

void write_meshes(const std::filesystem::path& folder) {
  TriangleMesh head = mesh::make_icosphere(k_head_radius, 5);
  make_uneven(head);
  TriangleMesh cup = mesh::make_icosphere(k_cup_radius, 5);
  std::erase_if(cup.triangles, [&](const auto& t) {
    return cup.vertices[t[0]].z() + cup.vertices[t[1]].z() + cup.vertices[t[2]].z() > 0;
  });
  for (auto& triangle : cup.triangles) std::swap(triangle[1], triangle[2]);
  write_mesh(folder / "head.obj", head, mesh::LengthUnit::metre);
  write_mesh(folder / "cup.obj", cup, mesh::LengthUnit::metre);
}

/// Numbers from -1 to 1, the same on every system (Knuth's MMIX generator).
class Numbers {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_ = 51;
};

/// A pose near another one, by operations that every system rounds alike.
Pose near(const Pose& X, Numbers& numbers) {
  const double turn = 0.3, way = 1e-4;
  double q[4] = {1, turn * numbers.next(), turn * numbers.next(), turn * numbers.next()};
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (double& part : q) part /= norm;
  const auto [w, x, y, z] = q;
  Pose near = Pose::Identity();
  near.linear() << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y),
      2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  for (int k = 0; k < 3; ++k) near.translation()[k] = X.translation()[k] + way * numbers.next();
  return near;
}

void print(const std::string& name, double value) { fmt::print("{}: {:a}\n", name, value); }

void print(const std::string& name, const Eigen::Vector3d& v) {
  fmt::print("{}: {:a} {:a} {:a}\n", name, v.x(), v.y(), v.z());
}

std::shared_ptr<const ContactSurface> surface_of(const scene::Scene& scene,
                                                 const scene::MeshName& name) {
  for (const scene::SceneBody& body : scene.bodies)
    for (const scene::SceneMesh& mesh : body.meshes)
      if (body.name == name.body && mesh.name == name.mesh)
        return make_surface(mesh, make_mesh(mesh), name.body);
  throw InputError("the scene lacks the mesh of a contact");
}

void print_contact(const scene::Scene& scene, const scene::SceneContact& contact) {
  ContactPair pair(surface_of(scene, contact.casting), surface_of(scene, contact.target),
                   contact.settings);
  Pose X = Pose::Identity();
  X.translation().z() = 5e-4;
  Numbers numbers;
  for (int i = 0; i < 9; ++i) {
    const Twist V{{0.1, -0.2, 0.3}, {0.01, 0.02, -0.03}};
    const ContactResult& result = pair.evaluate(near(X, numbers), V);
    const std::string name = fmt::format("{}, pose {}", contact.name, i);
    fmt::print("{}, triangles: {}\n", name, result.total.n_contacting);
    print(name + ", force [N]", result.F_casting_C.force);
    print(name + ", moment [N m]", result.F_casting_C.moment);
    print(name + ", peak pressure [Pa]", result.total.max_pressure);
    print(name + ", energy [J]", result.total.potential_energy);
  }
}

/// A cup that rests, body 0, and a head that falls into it under its weight.
class CupAndHead final : public EngineBodies {
 public:
  Pose X_WH = Pose(Eigen::Translation3d(1e-4, -5e-5, -2e-4));
  Twist velocity;

  int count() const override { return 2; }
  BodyState state(int body, double dt) const override {
    if (body == 0) return {};
    BodyState state{.X_WB = X_WH, .velocity = velocity, .inverse_mass = 1};
    state.inverse_inertia_W = 1e4 * Eigen::Matrix3d::Identity();
    state.by_forces.linear.z() = -9.81 * dt;
    return state;
  }
  void move(int, const Pose& X_WB, const Twist& moved) override {
    X_WH = X_WB;
    velocity = moved;
  }
};

/// Steps of a session, with the first contact of the scene.
void print_steps(const scene::Scene& scene, const scene::SceneContact& contact) {
  CupAndHead bodies;
  Session session(bodies);
  const ColliderId target = session.add_collider(0, surface_of(scene, contact.target));
  const ColliderId casting = session.add_collider(1, surface_of(scene, contact.casting));
  session.set_contact(casting, target, contact.settings);
  for (int step = 1; step <= 40; ++step) {
    session.step(1.0 / 240);
    if (step % 10 != 0) continue;
    const std::string name = fmt::format("steps, {}", step);
    print(name + ", head [m]", bodies.X_WH.translation());
    for (const PairReport& pair : session.pairs())
      print(name + ", force [N]", pair.F_casting_W.force);
  }
}

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

/// A folder is locked once, and one in use stays where an abandoned one goes.
[[maybe_unused]] void try_locks(const std::filesystem::path& folder) {
  std::error_code error;
  HeldPath held = HeldPath::lock_folder(folder, error);
  require(!error && held.is_open(), "a folder could not be locked");
  HeldPath::lock_folder(folder, error);
  require(error == std::errc::device_or_resource_busy, "a folder was locked twice");
  held.release();
  error.clear();
  require(HeldPath::lock_folder(folder, error).is_open(), "a folder stayed locked");
  {
    const UnfinishedFolder unfinished(folder);
    remove_abandoned(folder);
    require(std::filesystem::is_directory(unfinished.path()), "a folder in use was removed");
  }
  std::filesystem::create_directory(folder / "condyle-1-1.part");
  remove_abandoned(folder);
  require(!std::filesystem::exists(folder / "condyle-1-1.part"), "an abandoned folder stayed");
}

/// What other processes see of a file and folder that this one holds. A second holder in the same
/// process counts as another one.
void try_files(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "written.txt";
  replace_file(file, "old");
  {
    UnfinishedFile lost(file), kept(file);
    lost.write("lost");
    kept.write("new");
    remove_abandoned(folder);
    require(read_file_bytes(file) == "old", "a file changed before it was complete");
    kept.publish();
  }
  require(read_file_bytes(file) == "new", "a file was not replaced");
#if !defined(__EMSCRIPTEN__)  // whose locks always succeed
  try_locks(folder);
#endif
  fmt::print("files: whole or absent, locked by one\n");
}

void try_law(const std::filesystem::path& library) {
  if (library == "-") return;
  const auto law = load_function<UserNormalLaw>(library, "port_law");
  condyle_touch touch{};
  touch.depth = 1e-3;
  condyle_normal_input in{};
  in.version = CONDYLE_USER_LAW_VERSION;
  in.count = 1;
  in.touch = &touch;
  condyle_normal_force out{};
  require(law->call(&in, &out) == 0 && out.force == 2e6, "a law of a library gave another force");
  fmt::print("law: loaded\n");
}

int run(int count, char** words) {
  if (count != 3) return 2;
  if (std::string_view(words[1]) == "--meshes") {
    write_meshes(words[2]);
    return 0;
  }
  const std::filesystem::path folder = words[1];
  const scene::Scene scene = scene::read_scene(folder / "ports.json");
  for (const scene::SceneContact& contact : scene.contacts) print_contact(scene, contact);
  print_steps(scene, scene.contacts.front());
  for (const scene::SceneLigament& ligament : scene.ligaments)
    print(ligament.strand.name + ", length [m]", initial_length(scene, ligament));
  try_files(folder);
  try_law(words[2]);
  return 0;
}

}  // namespace
}  // namespace condyle

int main(int count, char** words) try {
  return condyle::run(count, words);
} catch (const std::exception& error) {
  fmt::print(stderr, "condyle_figures: {}\n", error.what());
  return 1;
}
