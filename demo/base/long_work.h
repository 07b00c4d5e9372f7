#pragma once

#include <functional>
#include <string>

namespace condyle {

/// Follows the long work of this thread for the lifetime of the object: `take` gets the part that
/// is done now, such as "laxity, forward", and how many of its steps are done.
class WorkFollower {
 public:
  using Take = std::function<void(const std::string& part, int done, int all)>;
  explicit WorkFollower(Take take);
  ~WorkFollower();
  WorkFollower(const WorkFollower&) = delete;
  WorkFollower& operator=(const WorkFollower&) = delete;
};

/// Names the part that this thread works at for the lifetime of the object, within the part that it
/// is in already.
class WorkPart {
 public:
  explicit WorkPart(const std::string& name);
  ~WorkPart();
  WorkPart(const WorkPart&) = delete;
  WorkPart& operator=(const WorkPart&) = delete;

 private:
  std::size_t outer_ = 0;  ///< length of the name without this part
};

/// Tells the follower, if there is one, how far the part is.
void tell_work(int done, int all);

}  // namespace condyle
