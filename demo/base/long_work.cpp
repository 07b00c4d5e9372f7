#include "base/long_work.h"

#include <utility>

namespace condyle {
namespace {

struct FollowedWork {
  WorkFollower::Take take;
  std::string part;
};
thread_local FollowedWork followed;

}  // namespace

WorkFollower::WorkFollower(Take take) { followed.take = std::move(take); }
WorkFollower::~WorkFollower() { followed.take = nullptr; }

WorkPart::WorkPart(const std::string& name) : outer_(followed.part.size()) {
  followed.part += (outer_ > 0 ? ": " : "") + name;
}
WorkPart::~WorkPart() { followed.part.resize(outer_); }

void tell_work(int done, int all) {
  if (followed.take) followed.take(followed.part, done, all);
}

}  // namespace condyle
