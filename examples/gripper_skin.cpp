// What a gripper's two pads feel while it lifts, turns and lets slip a mug: a tactile skin on each.
//
// Runs a MuJoCo model through its keyframes, from one to the next by smooth steps of its controls.
// Prints what the skins feel at some times, and draws them with the forces over time:
//
//     gripper_skin assets/robots/mug_gripper.xml skin.svg [SECONDS]
#include <condyle/condyle.h>
#include <condyle/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

using namespace condyle;

namespace {

constexpr int k_rows = 15, k_columns = 8;
constexpr double k_width = 0.016, k_height = 0.030;  // of a pad [m]
constexpr std::array k_pads = {"pad_in", "pad_out"};
constexpr double k_shown[] = {1.3, 1.9, 2.45, 3.3};  // [s]
constexpr double k_darkest = 500e3;                  // [Pa]

/// The grid's axes on a pad: x across the finger, y up the mug, z towards the other pad.
Pose face_of(double towards) {
  Pose X = Pose::Identity();
  X.linear() << 0, 0, towards, towards, 0, 0, 0, 1, 0;
  return X;
}

/// The controls at a time, between the keyframes around it.
void set_controls(const mjModel& model, mjData& data) {
  int key = 1;
  while (key + 1 < model.nkey && model.key_time[key] < data.time) ++key;
  const double from = model.key_time[key - 1], to = model.key_time[key];
  const double part = std::clamp((data.time - from) / (to - from), 0.0, 1.0);
  const double s = part * part * (3 - 2 * part);
  for (int i = 0; i < model.nu; ++i) {
    const double* const after = model.key_ctrl + key * model.nu + i;
    data.ctrl[i] = (1 - s) * after[-model.nu] + s * *after;
  }
}

struct Moment {
  double time = 0, grip = 0;
  std::array<double, 2> force = {};  ///< along the normals of the pads [N]
};

struct Shown {
  double time = 0;
  std::array<std::vector<double>, 2> pressures;  ///< [Pa], row by row
};

/// A colour from pale to dark, in equal steps of lightness.
std::string color_of(double part) {
  const double at = std::clamp(part, 0.0, 1.0);
  return "rgb(" + std::to_string(std::lround(253 - 185 * at)) + "," +
         std::to_string(std::lround(231 - 230 * at)) + "," +
         std::to_string(std::lround(37 + 47 * at)) + ")";
}

/// A drawing of both skins at each time, over the forces.
class Drawing {
 public:
  explicit Drawing(const std::string& file) : out_(file) {
    out_
        << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 520" font-family="sans-serif" font-size="13">)"
        << "\n<rect width=\"840\" height=\"520\" fill=\"white\"/>\n";
  }
  ~Drawing() { out_ << "</svg>\n"; }

  void add(const std::vector<Shown>& shown) {
    for (std::size_t i = 0; i < shown.size(); ++i)
      for (std::size_t pad = 0; pad < k_pads.size(); ++pad)
        add_skin(30.0 + 205.0 * static_cast<double>(i) + 95.0 * static_cast<double>(pad),
                 std::string(k_pads[pad]) + ", " + seconds(shown[i].time), shown[i].pressures[pad]);
  }

  void add(const std::vector<Moment>& moments) {
    text(30, 290, "force on each pad [N]; dashed: half of the force of the grip");
    const char* const colors[] = {"#0072B2", "#D55E00"};
    for (int i = 0; i <= 40; i += 10) {
      line(60, to_y(i), 810, to_y(i), "#ddd");
      text(36, to_y(i) + 4, std::to_string(i));
    }
    for (double t = 0; t <= moments.back().time; t += 0.5) text(to_x(t) - 8, 508, seconds(t));
    for (const std::size_t pad : {0, 1}) {
      curve(moments, colors[pad], "", [pad](const Moment& m) { return m.force[pad]; });
      text(700, 318 + 18.0 * static_cast<double>(pad), k_pads[pad], colors[pad]);
    }
    curve(moments, "black", "6 5", [](const Moment& m) { return m.grip / 2; });
  }

 private:
  static std::string seconds(double t) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g s", t);
    return text;
  }
  static double to_x(double time) { return 60 + 205 * time; }
  static double to_y(double force) { return 490 - 4.5 * force; }

  void text(double x, double y, const std::string& text, const char* color = "black") {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" fill=\"" << color << "\">" << text
         << "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, const char* color) {
    out_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2
         << "\" stroke=\"" << color << "\"/>\n";
  }

  void add_skin(double x, const std::string& title, const std::vector<double>& pressures) {
    constexpr double k_cell = 10;  // [pixels], 2 mm
    text(x - 4, 38, title);
    for (int row = 0; row < k_rows; ++row)
      for (int column = 0; column < k_columns; ++column) {
        const double p = pressures[static_cast<std::size_t>(row * k_columns + column)];
        out_ << "<rect x=\"" << x + k_cell * column << "\" y=\"" << 50 + k_cell * (k_rows - 1 - row)
             << "\" width=\"9\" height=\"9\" fill=\"" << (p > 0 ? color_of(p / k_darkest) : "#eee")
             << "\"/>\n";
      }
    const double most = *std::max_element(pressures.begin(), pressures.end());
    text(x - 4, 218, "to " + std::to_string(std::lround(most / 1e3)) + " kPa");
  }

  template <class Of>
  void curve(const std::vector<Moment>& moments, const char* color, const char* dashes, Of of) {
    out_ << "<polyline fill=\"none\" stroke=\"" << color << "\" stroke-width=\"1.5\"";
    if (*dashes != '\0') out_ << " stroke-dasharray=\"" << dashes << '"';
    out_ << " points=\"";
    for (const Moment& m : moments) out_ << to_x(m.time) << ',' << to_y(of(m)) << ' ';
    out_ << "\"/>\n";
  }

  std::ofstream out_;
};

void run(mjModel& model, mjData& data, const std::string& file, double until) {
  mj_resetDataKeyframe(&model, &data, 0);
  mujoco::Plugin plugin(model, data);
  const std::vector<ColliderId> colliders = plugin.add_from_model().colliders;
  std::vector<ColliderId> pads;
  std::vector<TaxelGrid> skins;
  for (const char* name : k_pads) {
    for (const ColliderId id : colliders)
      if (plugin.surface(id).name() == name) pads.push_back(id);
    skins.emplace_back(plugin.surface(pads.back()), face_of(pads.size() == 1 ? 1 : -1),
                       Eigen::Vector2d(k_width, k_height), k_rows, k_columns);
  }
  const int grip = mj_name2id(&model, mjOBJ_ACTUATOR, "grip");
  std::vector<Moment> moments;
  std::vector<Shown> shown;
  std::printf("time     pad_in [N]  at most [kPa]  pad_out [N]  at most [kPa]\n");
  while (data.time < until - model.opt.timestep / 2) {
    set_controls(model, data);
    plugin.step();
    Moment& now = moments.emplace_back(Moment{data.time, data.ctrl[grip]});
    const bool shows = shown.size() < std::size(k_shown) &&
                       data.time > k_shown[shown.size()] - model.opt.timestep / 2;
    if (shows) shown.push_back({data.time, {}});
    if (shows) std::printf("%.3f s", data.time);
    for (std::size_t i = 0; i < pads.size(); ++i) {
      skins[i].clear();
      for (const PairReport& pair : plugin.pairs()) skins[i].add(pair, pads[i]);
      for (int row = 0; row < k_rows; ++row)
        for (int column = 0; column < k_columns; ++column)
          now.force[i] += skins[i].normal_force(row, column);
      if (!shows) continue;
      const auto pressures = skins[i].pressures();
      shown.back().pressures[i].assign(pressures.begin(), pressures.end());
      std::printf("  %9.3f  %12.1f ", now.force[i],
                  *std::max_element(pressures.begin(), pressures.end()) / 1e3);
    }
    if (shows) std::puts("");
  }
  Drawing drawing(file);
  drawing.add(shown);
  drawing.add(moments);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: gripper_skin assets/robots/mug_gripper.xml OUT.svg [SECONDS]\n");
    return 2;
  }
  char error[500] = "";
  mjModel* const model = mj_loadXML(argv[1], nullptr, error, sizeof error);
  if (model == nullptr) {
    std::fprintf(stderr, "%s\n", error);
    return 2;
  }
  mjData* const data = mj_makeData(model);
  run(*model, *data, argv[2], argc > 3 ? std::atof(argv[3]) : 3.6);
  mj_deleteData(data);
  mj_deleteModel(model);
} catch (const std::exception& error) {
  std::fprintf(stderr, "gripper_skin: %s\n", error.what());
  return 2;
}
