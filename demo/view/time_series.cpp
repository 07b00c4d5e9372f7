#include "view/time_series.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace condyle {

void TimeSeries::clear() {
  times_.clear();
  lines_.clear();
}

bool TimeSeries::is_due(double time) const {
  if (keep_ == Keep::all || times_.empty()) return true;
  return time < times_.back() || time >= times_.back() + k_spacing;
}

void TimeSeries::keep_lines(const std::vector<std::string>& names) {
  std::vector<Line> kept;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(lines_, name, &Line::name);
    if (found != lines_.end())
      kept.push_back(std::move(*found));
    else
      kept.push_back({name, std::vector(times_.size(), std::numeric_limits<float>::quiet_NaN())});
  }
  lines_ = std::move(kept);
}

bool TimeSeries::continues(double time, const std::vector<std::string>& names) const {
  if (!times_.empty() && static_cast<float>(time) < times_.back()) return false;
  return std::equal(lines_.begin(), lines_.end(), names.begin(), names.end(),
                    [](const Line& line, const std::string& name) { return line.name == name; });
}

void TimeSeries::add(double time, const std::vector<std::string>& names,
                     const std::vector<double>& values) {
  if (!continues(time, names)) {
    clear();
    for (const std::string& name : names) lines_.push_back({name, {}});
  }
  const bool recent = keep_ == Keep::recent;
  if (recent && !times_.empty() && time < times_.back() + k_spacing) return;
  times_.push_back(static_cast<float>(time));
  for (std::size_t k = 0; k < values.size(); ++k) {
    lines_[k].values.push_back(static_cast<float>(values[k]));
  }
  if (recent) drop_old(time);
}

void TimeSeries::forget_after(double time) {
  const auto first = std::upper_bound(times_.begin(), times_.end(), static_cast<float>(time));
  const auto kept = static_cast<std::size_t>(first - times_.begin());
  times_.resize(kept);
  for (Line& line : lines_) line.values.resize(kept);
}

void TimeSeries::drop_old(double time) {
  constexpr double k_late = 0.1;  // of the memory: many samples are dropped at once, since all move
  if (times_.front() >= static_cast<float>(time - (1 + k_late) * k_memory)) return;
  const auto first =
      std::lower_bound(times_.begin(), times_.end(), static_cast<float>(time - k_memory));
  const auto n = first - times_.begin();
  times_.erase(times_.begin(), first);
  for (Line& line : lines_) line.values.erase(line.values.begin(), line.values.begin() + n);
}

}  // namespace condyle
