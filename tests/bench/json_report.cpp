#include "bench/json_report.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/machine.h"
#include "condyle/error.h"

namespace condyle::bench {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

}  // namespace

void write_json(const std::filesystem::path& file, const std::vector<CaseReport>& reports) {
  Json cases = Json::array();
  for (const CaseReport& report : reports) {
    for (const Measurement& m : report.measurements) {
      cases.push_back({{"name", report.name},
                       {"system", m.system},
                       {"median_us", number(m.median_us)},
                       {"p25_us", number(m.p25_us)},
                       {"p75_us", number(m.p75_us)},
                       {"contacts", number(m.contacts)},
                       {"steps", m.steps},
                       {"checksum_force_N", number(m.force)},
                       {"allocations_per_step", number(m.allocations)}});
    }
  }
  std::ofstream out(file);
  out << Json{{"machine", machine_text()}, {"date", date_text()}, {"cases", cases}}.dump(1) << "\n";
  if (!out) throw InputError(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace condyle::bench
