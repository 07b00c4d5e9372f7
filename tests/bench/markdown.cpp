#include "bench/markdown.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "bench/machine.h"
#include "bench/table.h"
#include "condyle/error.h"

namespace condyle::bench {
namespace {

double median_of(const CaseReport& report, const char* system) {
  const Measurement* m = report.find(system);
  return m ? m->median_us : k_no_value;
}

bool is_pair(const CaseReport& report) {
  return report.find("condyle") && report.find("embree") && report.find("floor");
}

std::string line_of_pair(const CaseReport& report) {
  const double ours = median_of(report, "condyle"), find = median_of(report, "condyle find");
  const double embree = median_of(report, "embree");
  std::string line = fmt::format("| {} |", report.name);
  for (const double value :
       {report.find("condyle")->contacts, ours, median_of(report, "condyle maps"), find, embree,
        median_of(report, "embree hint"), median_of(report, "floor"), embree / ours,
        ours / median_of(report, "floor"), median_of(report, "gimpact") / ours,
        median_of(report, "simbody") / ours}) {
    line += fmt::format(" {} |", short_number(value));
  }
  return line + "\n";
}

std::string pairs(const std::vector<CaseReport>& reports) {
  std::string text =
      "\n| case | contacts | condyle | with target's map | find alone | embree | embree, hinted | "
      "floor | embree / condyle | condyle / floor | gimpact / condyle | simbody / condyle |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const CaseReport& report : reports) {
    if (is_pair(report)) text += line_of_pair(report);
  }
  return text;
}

std::string other(const CaseReport& report) {
  std::string text =
      fmt::format("\n{}: {}.\n\n| system | median | p25 | p75 |\n|---|--:|--:|--:|\n", report.name,
                  report.text);
  for (const Measurement& m : report.measurements) {
    text += fmt::format("| {} | {} | {} | {} |\n", m.system, short_number(m.median_us),
                        short_number(m.p25_us), short_number(m.p75_us));
  }
  if (!report.figures.empty()) text += "\n";
  for (const std::string& figure : report.figures) text += fmt::format("- {}\n", figure);
  return text;
}

}  // namespace

std::string to_markdown(const std::vector<CaseReport>& reports) {
  std::string text =
      fmt::format("{}, {}. Medians in microseconds per step.\n", machine_text(), date_text());
  text += pairs(reports);
  for (const CaseReport& report : reports) {
    if (!is_pair(report) && !report.measurements.empty()) text += other(report);
  }
  return text;
}

void update_document(const std::filesystem::path& file, const std::vector<CaseReport>& reports) {
  constexpr const char *k_first = "<!-- figures -->\n", *k_last = "<!-- end of figures -->";
  std::stringstream content;
  content << std::ifstream(file).rdbuf();
  std::string text = content.str();
  const std::size_t first = text.find(k_first), last = text.find(k_last);
  if (first == std::string::npos || last == std::string::npos || last < first) {
    throw InputError(fmt::format("{}: has no '{}' before a '{}'; add them where the figures go",
                                 file.string(), "<!-- figures -->", k_last));
  }
  const std::size_t begin = first + std::string(k_first).size();
  text.replace(begin, last - begin, fmt::format("\n{}\n", to_markdown(reports)));
  std::ofstream out(file);
  out << text;
  if (!out) throw InputError(fmt::format("{}: cannot be written", file.string()));
}

}  // namespace condyle::bench
