#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "condyle/contact/contact_pair.h"
#include "contact/contact_input.h"
#include "contact/contact_start.h"
#include "core/src/contact/range_watch.h"

namespace condyle {

/// Collects the poses whose figures are outside the range in which they mean something.
class PosesOutOfRange {
 public:
  /// Counts the pose once, whichever of the pairs is out of range; null pairs are skipped.
  void observe(std::initializer_list<const ContactPair*> pairs, const ContactPose& pose);
  void warn() const;

 private:
  /// What is said of one kind of fault.
  struct Said {
    int poses = 0;  ///< that have it; 0 if only the largest contact counts
    std::string text = {};
    std::string worst = {};  ///< id of the pose that `text` is about
  };

  RangeWatch all_;
  std::map<std::string, Said> said_;  ///< by kind
};

/// Evaluates two meshes at one pose after another for `condyle contact`, and collects what to warn
/// of.
class EvaluatedPoses {
 public:
  /// flip_meshes: also evaluates with casting and target exchanged, as OpenSim's option of this
  /// name does. Throws InputError.
  EvaluatedPoses(const PlacedPair& surfaces, const ContactSettings& settings, int threads,
                 bool flip_meshes);

  /// The entry of a pose in RESULT.json.
  nlohmann::ordered_json evaluate(const ContactPose& pose);

  const ContactPair& pair() const { return pair_; }
  /// The map of the target mesh at the last pose: from its own rays if it casts any.
  const SideMap& target_map() const;
  bool any_contact() const { return any_contact_; }  ///< at any pose so far
  void warn() const;                                 ///< prints the warnings of all poses

 private:
  nlohmann::ordered_json evaluate(ContactPair& pair, const Pose& X_CT);

  ContactPair pair_;
  std::unique_ptr<ContactPair> flipped_;  ///< null unless asked for
  PosesOutOfRange out_of_range_;
  bool any_contact_ = false;
};

}  // namespace condyle
