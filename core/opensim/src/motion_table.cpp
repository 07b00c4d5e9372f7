#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "core/src/base/number_text.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

/// Longest header accepted. No program writes longer ones, so a file without `endheader` is
/// detected early.
constexpr int k_header_lines = 10000;

/// Splits a text into lines, which may end with LF, CR LF or CR.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find_first_of("\r\n");
    line = rest_.substr(0, end);
    ++number_;
    if (end == std::string_view::npos) {
      rest_ = {};
      return true;
    }
    const bool two = rest_[end] == '\r' && end + 1 < rest_.size() && rest_[end + 1] == '\n';
    rest_.remove_prefix(end + (two ? 2 : 1));
    return true;
  }
  int number() const { return number_; }  ///< number of the line last returned, from 1

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// The size that a header promises.
struct Promise {
  std::optional<std::int64_t> rows, columns;  ///< columns include `time`
};

class TableReader {
 public:
  TableReader(std::string_view text, const std::filesystem::path& file)
      : TableReader(mesh::without_padding(mesh::without_byte_order_mark(text))) {
    table_.file = file;
  }

  MotionTable read() {
    read_header();
    find_unit();
    read_labels();
    for (std::string_view line; lines_.next(line);) {
      if (!mesh::trimmed(line).empty()) read_row(line);
    }
    if (table_.times.empty()) fail("holds no row; export the motion again");
    check_rows();
    return std::move(table_);
  }

 private:
  explicit TableReader(std::string_view text)
      : lines_(text), ends_with_line_(text.ends_with('\n') || text.ends_with('\r')) {}

  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(fmt::format("{}: {}", table_.file.string(), problem));
  }
  [[noreturn]] void fail_here(const std::string& problem) const {
    throw InputError(
        fmt::format("{}, line {}: {}", table_.file.string(), lines_.number(), problem));
  }

  /// A header often promises more rows than its program then wrote. Only the end of the last line
  /// tells that the last number is whole.
  void check_rows() {
    if (!promise_.rows || *promise_.rows <= table_.rows()) return;
    if (!ends_with_line_) {
      fail(
          fmt::format("the header promises {} rows and there are {}, the last without an end of "
                      "line: the file is cut off; export it again",
                      *promise_.rows, table_.rows()));
    }
    table_.report.add(fmt::format("motion whose header promises {} rows", *promise_.rows),
                      fmt::format("its {} rows are whole and are taken", table_.rows()));
  }

  /// A .mot file without a version comes from SIMM or from OpenSim before 2, which wrote degrees.
  void find_unit() {
    const std::string extension = mesh::lowered(table_.file.extension().string());
    const bool old = extension == ".mot" && !has_version_;
    table_.in_degrees = in_degrees_.value_or(stated_in_words_.value_or(old));
    if (!in_degrees_ && !stated_in_words_ && old) {
      table_.report.add("motion (.mot) without inDegrees and version",
                        "its angles are taken in degrees, as SIMM and OpenSim before 2 wrote them");
    }
  }

  void read_header() {
    for (std::string_view line; lines_.next(line);) {
      line = mesh::trimmed(line);
      if (mesh::equal_ignoring_case(line, "endheader")) return;
      if (lines_.number() == 1) table_.name = line;
      if (lines_.number() > k_header_lines) break;
      read_entry(line);
    }
    fail(
        fmt::format("no line 'endheader' in the first {} lines; give a .sto or .mot file as "
                    "OpenSim writes it",
                    std::min(lines_.number(), k_header_lines)));
  }

  /// Reads "key=value", SIMM's "key value", or a sentence on the unit of angles.
  void read_entry(std::string_view line) {
    const std::string sentence = mesh::lowered(std::string(line));
    if (sentence.starts_with("angles are in degrees")) stated_in_words_ = true;
    if (sentence.starts_with("angles are in radians")) stated_in_words_ = false;
    std::string_view value = line;
    const std::string_view key = mesh::take_word(value, '=');
    value = mesh::trimmed(value);
    if (value.empty()) return;
    if (value.starts_with('=')) value = mesh::trimmed(value.substr(1));
    if (mesh::equal_ignoring_case(key, "indegrees")) {
      const bool yes =
          mesh::equal_ignoring_case(value, "yes") || mesh::equal_ignoring_case(value, "true");
      const bool no =
          mesh::equal_ignoring_case(value, "no") || mesh::equal_ignoring_case(value, "false");
      if (!yes && !no)
        fail_here(fmt::format("inDegrees is {}; write yes or no", mesh::in_quotes(value)));
      in_degrees_ = yes;
    } else if (mesh::equal_ignoring_case(key, "version")) {
      has_version_ = true;
    } else if (mesh::equal_ignoring_case(key, "nrows") ||
               mesh::equal_ignoring_case(key, "datarows")) {
      promise_.rows = count_of(key, value);
    } else if (mesh::equal_ignoring_case(key, "ncolumns") ||
               mesh::equal_ignoring_case(key, "datacolumns")) {
      promise_.columns = count_of(key, value);
    }
  }

  std::int64_t count_of(std::string_view key, std::string_view value) const {
    const std::optional<std::int64_t> count = parse_integer(value);
    if (!count || *count < 0) {
      fail_here(fmt::format("{} is {}; write a whole number", key, mesh::in_quotes(value)));
    }
    return *count;
  }

  void read_labels() {
    std::string_view line;
    do {
      if (!lines_.next(line))
        fail("ends before the column names; the file is cut off, export it again");
    } while (mesh::trimmed(line).empty());
    std::vector<std::string> labels = split(line);
    if (!mesh::equal_ignoring_case(labels.front(), "time")) {
      fail_here(
          fmt::format("the first column is {} and not 'time'; export the motion with its time",
                      mesh::in_quotes(labels.front())));
    }
    labels.erase(labels.begin());
    if (promise_.columns && *promise_.columns != std::ssize(labels) + 1) {
      table_.report.add(fmt::format("motion whose header promises {} columns", *promise_.columns),
                        fmt::format("the {} that have a name are taken", labels.size() + 1));
    }
    table_.labels = std::move(labels);
  }

  /// If tabs separate the names, they may contain blanks.
  static std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> parts;
    if (line.find('\t') == std::string_view::npos) {
      for (auto word = mesh::take_word(line); !word.empty(); word = mesh::take_word(line)) {
        parts.emplace_back(word);
      }
      return parts;
    }
    line = mesh::trimmed(line);
    for (std::size_t tab = 0; tab != std::string_view::npos;) {
      tab = line.find('\t');
      parts.emplace_back(mesh::trimmed(line.substr(0, tab)));
      if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
    }
    return parts;
  }

  void read_row(std::string_view line) {
    const std::size_t wanted = table_.labels.size() + 1;
    std::size_t found = 0;
    for (auto word = mesh::take_word(line); !word.empty(); word = mesh::take_word(line), ++found) {
      if (found == wanted) fail_length(">", wanted);
      const double value = number(word, found);
      (found == 0 ? table_.times : table_.values).push_back(value);
    }
    if (found < wanted) fail_length(fmt::format("{}", found), wanted);
    const std::size_t n = table_.times.size();
    if (n > 1 && table_.times[n - 1] < table_.times[n - 2]) {
      fail_here(fmt::format("time runs backwards, from {} to {} s; sort the rows by time",
                            table_.times[n - 2], table_.times[n - 1]));
    }
  }

  [[noreturn]] void fail_length(const std::string& found, std::size_t wanted) const {
    const std::string count = found == ">" ? fmt::format("more than {}", wanted) : found;
    fail_here(
        fmt::format("{} numbers where there are {} columns; the file is cut off or damaged, "
                    "export it again",
                    count, wanted));
  }

  /// A value may be infinite or NaN, since often nobody reads its column.
  double number(std::string_view word, std::size_t column) const {
    const std::optional<double> value = parse_number(word);
    if (value && (column > 0 || std::isfinite(*value))) return *value;
    const std::size_t row = table_.times.size() + (column == 0 ? 1 : 0);
    fail_here(
        fmt::format("row {}, column '{}': {} is not a {}number; repair the motion or "
                    "leave the column out",
                    row, column == 0 ? "time" : table_.labels[column - 1], mesh::in_quotes(word),
                    column == 0 ? "finite " : ""));
  }

  Lines lines_;
  bool ends_with_line_;
  Promise promise_;
  std::optional<bool> in_degrees_;       ///< by inDegrees
  std::optional<bool> stated_in_words_;  ///< "Angles are in degrees."
  bool has_version_ = false;
  MotionTable table_;
};

/// Appends the fewest digits that read back to the same number.
void append_number(double value, std::string& text) {
  fmt::format_to(std::back_inserter(text), "{}", value);
}

void write_rows(const MotionTable& table, char separator, const TextSink& write) {
  std::string line;
  for (int row = 0; row < table.rows(); ++row) {
    line.clear();
    append_number(table.times[row], line);
    for (int column = 0; column < table.columns(); ++column) {
      line += separator;
      append_number(table.at(row, column), line);
    }
    write(line += '\n');
  }
}

/// Replaces control characters, which a name from OpenSim's XML may contain, by '_', because they
/// would end a column or a line.
std::string in_one_column(std::string text) {
  const auto ends = [](unsigned char c) { return c < ' ' || c == 0x7f; };
  std::ranges::replace_if(text, ends, '_');
  return text;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += (c == '"') ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::optional<int> MotionTable::column(std::string_view label) const {
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found == labels.end()) return std::nullopt;
  if (std::find(found + 1, labels.end(), label) != labels.end()) {
    throw InputError(
        fmt::format("{}: two columns are named '{}'; remove or rename one", file.string(), label));
  }
  return static_cast<int>(found - labels.begin());
}

MotionTable parse_motion_table(std::string_view text, const std::filesystem::path& file) {
  return TableReader(text, file).read();
}

MotionTable read_motion_table(const std::filesystem::path& file) {
  return with_memory_for(file, [&] { return parse_motion_table(read_text_file(file), file); });
}

void write_sto(const MotionTable& table, const TextSink& write) {
  write(fmt::format("{}\nversion=1\nnRows={}\nnColumns={}\ninDegrees={}\nendheader\ntime",
                    in_one_column(table.name), table.rows(), table.columns() + 1,
                    table.in_degrees ? "yes" : "no"));
  for (const std::string& label : table.labels) write('\t' + in_one_column(label));
  write("\n");
  write_rows(table, '\t', write);
}

void write_csv(const MotionTable& table, const TextSink& write) {
  write("time");
  for (const std::string& label : table.labels) write(',' + csv_field(label));
  write("\n");
  write_rows(table, ',', write);
}

}  // namespace condyle::opensim
