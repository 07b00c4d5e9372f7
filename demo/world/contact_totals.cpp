#include "world/contact_totals.h"

#include <algorithm>

#include "core/src/contact/contact_total.h"

namespace condyle {
namespace {

ContactTotal total_of_contacts(const ShownWorld& world, const WorldContact& first) {
  ContactTotal total;
  total.name = first.sum_in;
  std::vector<ContactPart> parts;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.sum_in != first.sum_in || !contact.report) continue;
    const ContactResult& result = contact.report->result();
    const bool is_reversed = contact.casting.body != first.casting.body;
    parts.push_back({result.total, contact.report->X_WC, is_reversed});
    total.velocity = velocity_in_total(parts.back(), result.V_TC_C);
  }
  total.statistics = total_of(parts);
  return total;
}

}  // namespace

std::vector<ContactTotal> contact_totals(const ShownWorld& world) {
  std::vector<ContactTotal> totals;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.sum_in.empty() ||
        std::ranges::find(totals, contact.sum_in, &ContactTotal::name) != totals.end())
      continue;
    totals.push_back(total_of_contacts(world, contact));
  }
  return totals;
}

}  // namespace condyle
