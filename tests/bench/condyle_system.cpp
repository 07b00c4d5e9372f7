#include "bench/condyle_system.h"

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/contact_evaluator.h"

namespace condyle::bench {
namespace {

class CondyleSystem : public System {
 public:
  CondyleSystem(std::string name, const PairCase& pair)
      : System(std::move(name)),
        poses_CT_(pair.poses_CT),
        pair_(pair.casting, pair.target, pair.settings) {}

  bool remembers() const override { return true; }
  void evaluate(std::size_t step) override { pair_.evaluate(poses_CT_[step]); }

  StepOutcome outcome() const override {
    const ContactStatistics& total = pair_.result().total;
    return {static_cast<double>(total.n_contacting), total.contact_force.norm()};
  }

 protected:
  std::vector<Pose> poses_CT_;
  ContactPair pair_;
};

class OnTwoThreads : public CondyleSystem {
 public:
  explicit OnTwoThreads(const PairCase& pair) : CondyleSystem("condyle, 2 threads", pair) {
    pair_.set_threads(2);
  }
  bool is_shared() const override { return true; }
};

class WithMap : public CondyleSystem {
 public:
  using CondyleSystem::CondyleSystem;
  void evaluate(std::size_t step) override {
    pair_.evaluate(poses_CT_[step]);
    pair_.target_map();
  }
};

class FindSystem : public System {
 public:
  FindSystem(std::string name, const PairCase& pair)
      : System(std::move(name)),
        poses_CT_(pair.poses_CT),
        pair_(pair.casting, pair.target, pair.settings) {}

  bool remembers() const override { return true; }
  void evaluate(std::size_t step) override { hits_ = pair_.evaluator().find_hits(poses_CT_[step]); }

  StepOutcome outcome() const override {
    std::size_t contacts = 0;
    for (const ProximityHit& hit : hits_) contacts += hit.proximity > 0;
    return {static_cast<double>(contacts)};
  }

 private:
  std::vector<Pose> poses_CT_;
  ContactPair pair_;
  std::span<const ProximityHit> hits_;
};

}  // namespace

std::unique_ptr<System> make_condyle(const PairCase& pair, const std::string& name) {
  return std::make_unique<CondyleSystem>(name, pair);
}

std::unique_ptr<System> make_condyle_on_two_threads(const PairCase& pair) {
  return std::make_unique<OnTwoThreads>(pair);
}

std::unique_ptr<System> make_condyle_with_map(const PairCase& pair) {
  return std::make_unique<WithMap>("condyle maps", pair);
}

std::unique_ptr<System> make_condyle_on_shape(const PairCase& pair, const geometry::Shape& shape) {
  PairCase on_shape = pair;
  on_shape.target = std::make_shared<ContactSurface>(shape, TriangleMesh{}, pair.target->layer(0));
  return std::make_unique<CondyleSystem>("condyle on shape", on_shape);
}

std::unique_ptr<System> make_condyle_find(const PairCase& pair, const std::string& name) {
  return std::make_unique<FindSystem>(name, pair);
}

}  // namespace condyle::bench
