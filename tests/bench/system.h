#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace condyle::bench {

/// The result of a system's last step, for the table only; never timed.
struct StepOutcome {
  double contacts = 0;
  /// Magnitude of the force [N]; NaN if the system has no force.
  double force = std::numeric_limits<double>::quiet_NaN();
};

/// One of the systems compared in a case. It owns all state that it keeps from step to step.
class System {
 public:
  explicit System(std::string name) : name_(std::move(name)) {}
  virtual ~System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const std::string& name() const { return name_; }

  /// Whether a step is faster after its neighbour than after another step. Such a system must not
  /// be timed on single steps.
  virtual bool remembers() const { return false; }

  /// Whether several threads share a step, so that only wall time measures how long it takes.
  virtual bool is_shared() const { return false; }

  /// The work that is timed: step `step` of the case.
  virtual void evaluate(std::size_t step) = 0;
  virtual StepOutcome outcome() const = 0;

 private:
  std::string name_;
};

using Systems = std::vector<std::unique_ptr<System>>;

}  // namespace condyle::bench
