#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

struct RangeFault;

/// Whether contacts have too few triangles for a pressure map, or too few nodes of an elastic layer
/// for an accurate force. The largest contact counts, since every contact begins with a single
/// triangle. Part of RangeWatch.
class SparseWatch {
 public:
  /// Adds the pair's last result. Returns whether it is the largest contact so far.
  bool observe(const ContactPair& pair);
  /// Adds results of their own. Returns whether they have the largest contact so far.
  bool add(const SparseWatch& other);

  bool any_contact() const { return triangles_ > 0; }
  /// Whether all contacts were shallower than a twentieth of a triangle's or node's size. So
  /// shallow a contact is a small one, whose mesh may be fine.
  bool only_begins() const;
  /// Appends "few_triangles" or "few_nodes", or nothing.
  void add_faults(std::vector<RangeFault>& faults) const;

 private:
  int triangles_ = 0, nodes_ = 0;  ///< most that press in one result
  double spacing_ = 0;             ///< distance of the nodes then [m]
  double depth_over_size_ = 0;     ///< the deepest overlap, in sizes of a triangle or node
};

}  // namespace condyle
