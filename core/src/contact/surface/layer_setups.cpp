#include "core/src/contact/surface/layer_setups.h"

#include <algorithm>
#include <utility>

namespace condyle {

void LayerSetups::use(std::shared_ptr<const ComplianceTable> table) {
  const std::lock_guard lock(listing_);
  table_ = std::move(table);
  entries_.clear();
}

std::shared_ptr<const ComplianceTable> LayerSetups::table() {
  const std::lock_guard lock(listing_);
  return table_;
}

std::shared_ptr<const LayerSetup> LayerSetups::get(const LayerSetupKey& key, const Make& make) {
  const std::shared_ptr<Entry> entry = entry_of(key);
  std::call_once(entry->once, [&] { entry->setup = make(); });
  return entry->setup;
}

std::shared_ptr<LayerSetups::Entry> LayerSetups::entry_of(const LayerSetupKey& key) {
  const std::lock_guard lock(listing_);
  auto found = std::ranges::find(entries_, key, [](const auto& entry) { return entry->key; });
  if (found == entries_.end()) {
    if (entries_.size() == k_kept) entries_.erase(entries_.begin());
    entries_.push_back(std::make_shared<Entry>(key));
  } else {
    std::rotate(found, found + 1, entries_.end());
  }
  return entries_.back();
}

}  // namespace condyle
