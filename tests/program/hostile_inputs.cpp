#include "program/hostile_inputs.h"

#include <fmt/format.h>

#include <thread>

namespace condyle::test {
namespace {

constexpr const char* k_scene = R"({
  "condyle_scene": 1, "name": "small",
  "bodies": [
    {"name": "plate", "kind": "fixed", "position": [0, -0.01, 0],
     "meshes": [{"name": "m", "primitive": {"shape": "box", "size": [0.1, 0.02, 0.1], "segments": 8},
                 "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]},
    {"name": "ball", "kind": "dynamic", "position": [0, 0.021, 0], "density": 1000,
     "meshes": [{"name": "m", "primitive": {"shape": "icosphere", "radius": 0.02, "segments": 3},
                 "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}],
  "contacts": [{"name": "touch", "casting": {"body": "plate", "mesh": "m"},
                "target": {"body": "ball", "mesh": "m"}, "dissipation": 1}]@
})";

std::string scene_with(const std::string& more) {
  std::string text = k_scene;
  return text.replace(text.find('@'), 1, more);
}

}  // namespace

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

HostileInputs::HostileInputs() {
  knee_.folder.write("scene.json", scene_with(""));
  knee_.folder.write("settling.json", scene_with(R"(, "settle": {"limit": 60, "speed": 1e-12})"));
  knee_.folder.write("shape.json", R"({"kind": "sphere", "radius": 0.03})");
  write_queries("queries.json", 100);
  write_poses("poses.json", 20);
}

void HostileInputs::write_poses(const std::string& name, int count) const {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text +=
        fmt::format("{}{{\"id\":{},\"T_target_in_casting\":[1,0,0,0,0,1,0,0,0,0,1,0.029,0,0,0,1]}}",
                    i == 0 ? "" : ",", i);
  }
  knee_.folder.write(name, text + "]");
}

void HostileInputs::write_queries(const std::string& name, int count) const {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    text += fmt::format(R"({}{{"op": "value", "point": [0, 0, {}]}})", i == 0 ? "" : ",", i);
  }
  knee_.folder.write(name, text + "]");
}

std::vector<std::string> HostileInputs::simulate(const std::string& out, double seconds,
                                                 double rate) const {
  return {"simulate",  path("scene.json"),         "--out",  path(out),
          "--seconds", fmt::format("{}", seconds), "--rate", fmt::format("{}", rate)};
}

std::vector<std::string> HostileInputs::contact(const std::string& out,
                                                const std::string& poses) const {
  const std::string layer = "E=5e6,nu=0.45,h=0.003";
  return {"contact",         "--casting", path("plate.obj"), "--target", path("ball.obj"),
          "--casting-layer", layer,       "--target-layer",  layer,      "--poses",
          path(poses),       "--out",     path(out)};
}

std::vector<std::string> HostileInputs::analyze(const std::string& out) const {
  return {"analyze", path("knee.osim"), "--motion", path("swing.sto"), "--out", path(out)};
}

std::vector<std::string> HostileInputs::convert(const std::string& out) const {
  return {"convert", path("knee.osim"), "--out", path(out)};
}

std::vector<std::string> HostileInputs::scale(const std::string& out) const {
  return {"scale", path("knee.osim"), "--factors", "thigh=1.1", "--out", path(out)};
}

std::vector<std::string> HostileInputs::geometry(const std::string& out,
                                                 const std::string& queries) const {
  return {"geometry", path("shape.json"), "--query", path(queries), "--out", path(out)};
}

std::vector<std::string> HostileInputs::repair(const std::string& out) const {
  return {"mesh", path("ball.obj"), "--repair", path(out + ".ply")};
}

std::vector<std::vector<std::string>> HostileInputs::writers(const std::string& out) const {
  return {simulate(out), joined(simulate(out), {"--vtp", "--every", "5"}),
          contact(out),  joined(contact(out), {"--vtp", path(out + "_maps")}),
          analyze(out),  joined(analyze(out), {"--vtp", "--csv"}),
          convert(out),  scale(out),
          geometry(out), repair(out)};
}

std::vector<std::string> HostileInputs::unfinished(const std::string& out) const {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / out, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".part") != std::string::npos) names.push_back(name);
  }
  return names;
}

bool HostileInputs::wait_for_unfinished(const std::string& out) const {
  for (int i = 0; i < 5000; ++i) {
    if (!unfinished(out).empty()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace condyle::test
