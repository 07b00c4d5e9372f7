// 149 ligament strands, as in a detailed knee model: straight, and wrapped.
#include <fmt/format.h>

#include <array>
#include <numbers>
#include <random>

#include "bench/case_list.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"

namespace condyle::bench {
namespace {

constexpr int k_strands = 149;
constexpr std::size_t k_bend_steps = 500;

/// A strand from a point of the world to a point of the moving bone.
struct Strand {
  ligament::Strand material;
  Eigen::Vector3d p_W, p_B;
};

/// Strands about a joint at the origin, 40 to 100 mm long and taut by 0 to 8 %.
std::vector<Strand> make_strands() {
  std::mt19937 random(149);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  std::vector<Strand> strands;
  for (int i = 0; i < k_strands; ++i) {
    Strand strand;
    strand.p_W = {between(-0.03, 0.03), between(0.02, 0.05), between(-0.04, 0.04)};
    strand.p_B = {between(-0.03, 0.03), between(-0.05, -0.02), between(-0.04, 0.04)};
    strand.material.linear_stiffness = between(100, 3000);
    strand.material.slack_length = (strand.p_W - strand.p_B).norm() / (1 + between(0, 0.08));
    strands.push_back(strand);
  }
  return strands;
}

/// The strands, and a bone that flexes back and forth by 10 degrees, for both systems.
struct Bending {
  std::vector<Strand> strands = make_strands();

  static double angle(std::size_t step) {
    constexpr double k_reach = 10 * std::numbers::pi / 180;
    return k_reach * std::sin(2 * std::numbers::pi * static_cast<double>(step) / k_bend_steps);
  }
  static Pose X_WB(std::size_t step) {
    return Pose(Eigen::AngleAxisd(angle(step), Eigen::Vector3d::UnitZ()));
  }
};

class LawAndPath : public System {
 public:
  LawAndPath() : System("law and path"), forces_(k_strands) {}

  void evaluate(std::size_t step) override {
    const Pose X_WB = Bending::X_WB(step);
    const Twist V_WB_W{Eigen::Vector3d(0, 0, 0.1), Eigen::Vector3d::Zero()};
    for (std::size_t i = 0; i < bending_.strands.size(); ++i) {
      const Strand& strand = bending_.strands[i];
      const Eigen::Vector3d end_W = X_WB * strand.p_B, way = end_W - strand.p_W;
      const double length = way.norm();
      const Eigen::Vector3d along = way / length;
      const double speed = along.dot(V_WB_W.angular.cross(end_W - X_WB.translation()));
      forces_[i] = ligament::evaluate(strand.material, length, speed).total_force * along;
    }
  }

  StepOutcome outcome() const override {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& force : forces_) sum += force;
    return {k_no_value, sum.norm()};
  }

 private:
  Bending bending_;
  std::vector<Eigen::Vector3d> forces_;
};

/// The strands as paths: 75 over ellipsoids and 8 over cylinders, as in a detailed knee, each
/// sized and placed so that the strand bends over it; the others are straight.
class Paths : public System {
 public:
  Paths() : System("law and wrapped path"), memories_(k_strands), forces_(k_strands) {
    std::mt19937 random(83);
    const auto between = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
    };
    for (int i = 0; i < k_strands; ++i) {
      const Strand& strand = bending_.strands[i];
      ligament::StrandPath path;
      path.points = {{.body = 0, .p_B = strand.p_W}, {.body = 1, .p_B = strand.p_B}};
      ligament::PathObstacle obstacle{.name = "bone", .body = i % 2, .shape = {}, .side = {}};
      const double scale = 0.1 * (strand.p_W - strand.p_B).norm();
      obstacle.X_BS.translation() =
          0.5 * (strand.p_W + strand.p_B) + scale * Eigen::Vector3d(between(0.2, 0.8), 0, 0);
      obstacle.shape =
          geometry::Ellipsoid{scale * Eigen::Vector3d(between(1, 2), between(1, 3), between(1, 2))};
      if (i >= k_ellipsoids) {
        obstacle.shape = geometry::Cylinder{scale, 10 * scale};
      }
      if (i < k_ellipsoids + k_cylinders) path.obstacles.push_back(obstacle);
      paths_.push_back(path);
    }
  }

  void evaluate(std::size_t step) override {
    const std::array X_WB{Pose(Pose::Identity()), Bending::X_WB(step)};
    const std::array V_WB_W{Twist{}, Twist{Eigen::Vector3d(0, 0, 0.1), Eigen::Vector3d::Zero()}};
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      trace(paths_[i], X_WB, V_WB_W, memories_[i], traced_);
      forces_[i] = ligament::evaluate(bending_.strands[i].material, traced_.length,
                                      traced_.lengthening_speed)
                       .total_force *
                   traced_.point_gradients_W.back();
    }
  }

  StepOutcome outcome() const override {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& force : forces_) sum += force;
    return {k_no_value, sum.norm()};
  }

 private:
  static constexpr int k_ellipsoids = 75, k_cylinders = 8;
  Bending bending_;
  std::vector<ligament::StrandPath> paths_;
  std::vector<ligament::PathMemory> memories_;
  std::vector<Eigen::Vector3d> forces_;
  ligament::TracedPath traced_;
};

class LawAlone : public System {
 public:
  LawAlone() : System("law alone"), lengths_(k_bend_steps), forces_(k_strands) {
    for (std::size_t step = 0; step < k_bend_steps; ++step) {
      for (const Strand& strand : bending_.strands) {
        lengths_[step].push_back((Bending::X_WB(step) * strand.p_B - strand.p_W).norm());
      }
    }
  }

  void evaluate(std::size_t step) override {
    const double* length = lengths_[step].data();
    for (std::size_t i = 0; i < bending_.strands.size(); ++i) {
      forces_[i] = ligament::evaluate(bending_.strands[i].material, length[i], 1e-3);
    }
  }

  StepOutcome outcome() const override {
    double sum = 0;
    for (const ligament::StrandForce& force : forces_) sum += force.total_force;
    return {k_no_value, sum};
  }

 private:
  Bending bending_;
  std::vector<std::vector<double>> lengths_;
  std::vector<ligament::StrandForce> forces_;
};

CaseReport run_strands(const RunEffort& effort) {
  Systems systems;
  systems.push_back(std::make_unique<LawAndPath>());
  systems.push_back(std::make_unique<LawAlone>());
  systems.push_back(std::make_unique<Paths>());
  CaseReport report{"ligaments_149",
                    "149 strands about a bending joint, straight and 83 of them wrapped",
                    {},
                    {},
                    k_no_value};
  report.measurements = run_interleaved(systems, k_bend_steps, effort);
  for (const Measurement& m : report.measurements) {
    report.figures.push_back(
        fmt::format("{}: {:.1f} ns per strand", m.system, 1e3 * m.median_us / k_strands));
  }
  return report;
}

}  // namespace

void add_strand_cases(CaseList& cases) { cases.push_back({"ligaments_149", run_strands, ""}); }

}  // namespace condyle::bench
