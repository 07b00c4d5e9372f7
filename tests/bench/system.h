#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace condyle::bench {

/// What a system found in its last step; only for the table, and never timed.
struct StepOutcome {
  double contacts = 0;
  double force = std::numeric_limits<double>::quiet_NaN();  ///< its magnitude [N]; NaN: no force
};

/// One contender of a case. It keeps all that it remembers from step to step to itself.
class System {
 public:
  explicit System(std::string name) : name_(std::move(name)) {}
  virtual ~System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const std::string& name() const { return name_; }

  /// Whether a step is faster after its neighbour than after another: then it must not be timed on
  /// steps drawn one by one.
  virtual bool remembers() const { return false; }

  /// Whether several threads share a step: then wall time alone says how long it takes.
  virtual bool is_shared() const { return false; }

  /// The work that is timed: step `step` of the case.
  virtual void evaluate(std::size_t step) = 0;
  virtual StepOutcome outcome() const = 0;

 private:
  std::string name_;
};

using Systems = std::vector<std::unique_ptr<System>>;

}  // namespace condyle::bench
