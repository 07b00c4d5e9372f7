#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "condyle/opensim/osim_motion.h"
#include "core/mesh/temporary_folder.h"

namespace condyle::test::motion_table_tests {

using namespace opensim;

namespace {

/// The reader's message; empty if it accepts the text.
std::string complaint(const std::string& text) {
  return input_error_of([&] { parse_motion_table(text, "m.sto"); });
}

const std::string k_header = "Coordinates\nversion=1\nnRows=2\nnColumns=3\ninDegrees=yes\n";
const std::string k_rows = "time\tknee/flex\tknee/tx\n0\t1.5\t-2e-3\n0.1\t2.5\t0\n";

}  // namespace

TEST_CASE("a motion is the same with any line end and blanks for tabs", "[model][motion]") {
  std::string text = k_header + "endheader\n" + k_rows;
  const auto replaced = [](std::string in, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = in.find(from, at)) != std::string::npos; at += to.size()) {
      in.replace(at, from.size(), to);
    }
    return in;
  };
  const std::vector<std::string> variants = {text,
                                             replaced(text, "\n", "\r\n"),
                                             replaced(text, "\n", "\r"),
                                             replaced(text, "\t", "  "),
                                             "\xEF\xBB\xBF" + text,
                                             text.substr(0, text.size() - 1),
                                             text + '\x1A',
                                             text + std::string("\x1A\0\0", 3),
                                             text + std::string(4, '\0'),
                                             replaced(text, "=", " = ")};
  for (const std::string& variant : variants) {
    CAPTURE(variant);
    const MotionTable table = parse_motion_table(variant, "m.sto");
    CHECK(table.name == "Coordinates");
    CHECK(table.in_degrees);
    CHECK(table.labels == std::vector<std::string>{"knee/flex", "knee/tx"});
    CHECK(table.times == std::vector<double>{0, 0.1});
    CHECK(table.values == std::vector<double>{1.5, -2e-3, 2.5, 0});
    CHECK(table.column("knee/tx") == 1);
    CHECK_FALSE(table.column("knee/ty"));
  }
}

TEST_CASE("a line of any blanks is a blank line of a motion", "[model][motion]") {
  for (const std::string blank : {"\f", "\v", "\t\v\f ", " \f\t", ""}) {
    const std::string line = blank + "\n";
    const std::string before_labels = k_header + "endheader\n" + line + line;
    CAPTURE(blank);
    const MotionTable table = parse_motion_table(before_labels + line + k_rows + line, "m.sto");
    CHECK(table.labels == std::vector<std::string>{"knee/flex", "knee/tx"});
    CHECK(table.rows() == 2);
    CHECK(complaint(before_labels) ==
          "m.sto: ends before the column names; the file is cut off, export it again");
    CHECK(parse_motion_table(line + line + k_header + blank + "endheader" + line + k_rows, "m.sto")
              .rows() == 2);
  }
  CHECK(complaint("endheader\n\f") ==
        "m.sto: ends before the column names; the file is cut off, export it again");
}

TEST_CASE("SIMM's header and column names with blanks between tabs are read", "[model][motion]") {
  const MotionTable table = parse_motion_table(
      "name x\ndatacolumns 2\ndatarows 1\nrange 0 1\nendheader\n\ntime\tleft knee\n0\t7\n",
      "m.mot");
  CHECK(table.in_degrees);
  CHECK(table.labels == std::vector<std::string>{"left knee"});
  CHECK(table.at(0, 0) == 7);
}

TEST_CASE("the unit of angles is the header's, or that of the program that wrote such files",
          "[model][motion]") {
  struct Header {
    std::string lines, file;
    bool in_degrees;
  };
  const std::vector<Header> headers = {
      {"", "m.mot", true},
      {"", "M.MOT", true},
      {"", "m.sto", false},
      {"version=1\n", "m.mot", false},
      {"version=2\n", "m.mot", false},
      {"inDegrees=no\n", "m.mot", false},
      {"inDegrees=yes\n", "m.sto", true},
      {"version=1\nAngles are in degrees.\n", "m.sto", true},
      {"\n Angles are in degrees.\n", "m.sto", true},
      {"Angles are in radians.\n", "m.mot", false},
      {"Angles are in degrees.\ninDegrees=no\n", "m.mot", false},
      {"version=1\nIf the header above contains a line with 'inDegrees', this indicates whether "
       "rotational values are in degrees (yes) or radians (no).\n",
       "m.mot", false}};
  for (const Header& header : headers) {
    CAPTURE(header.lines, header.file);
    const MotionTable table =
        parse_motion_table("walk\n" + header.lines + "endheader\ntime x\n0 1\n", header.file);
    CHECK(table.in_degrees == header.in_degrees);
    CHECK(table.report.lines.size() == (header.lines.empty() && header.in_degrees ? 1 : 0));
  }
}

TEST_CASE("a header may promise more than there is, if the last row is whole", "[model][motion]") {
  const std::string rows = "endheader\ntime\tx\n0\t1\n1\t2";
  const auto read = [&](const std::string& header, const std::string& end) {
    return parse_motion_table("a\n" + header + rows + end, "m.sto");
  };
  for (const std::string header : {"nRows=5\nnColumns=2\n", "datarows 2\ndatacolumns 9\n",
                                   "nRows=99999999999999\n", "nColumns=1\n"}) {
    CAPTURE(header);
    const MotionTable table = read(header, "\n");
    CHECK(table.values == std::vector<double>{1, 2});
    CHECK(table.report.lines.size() == 1);
  }
  CHECK(read("nRows=2\nnColumns=2\n", "").report.lines.empty());
  CHECK_THAT(input_error_of([&] { read("nRows=3\n", ""); }), Catch::Contains("cut off"));
}

TEST_CASE("NaN and infinity are read, since often nobody reads their column", "[model][motion]") {
  const MotionTable table = parse_motion_table("a\nendheader\ntime x y\n0 nan 1\n1 -inf 2\n", "m");
  CHECK(std::isnan(table.at(0, 0)));
  CHECK(table.at(1, 0) == -std::numeric_limits<double>::infinity());
  CHECK(table.at(1, 1) == 2);
}

TEST_CASE("a table written and read back has the same bits", "[model][motion]") {
  MotionTable table;
  table.name = "results";
  table.labels = {"a", "b,c"};
  table.times = {0, 1.0 / 3};
  table.values = {0.1, -1e-300, 2.0 / 3, 123456789.123456789};
  std::string text, csv;
  write_sto(table, [&](std::string_view part) { text += part; });
  write_csv(table, [&](std::string_view part) { csv += part; });
  CHECK(text.starts_with(
      "results\nversion=1\nnRows=2\nnColumns=3\ninDegrees=no\nendheader\ntime\ta\t"));
  const MotionTable again = parse_motion_table(text, "again.sto");
  CHECK(again.times == table.times);
  CHECK(again.values == table.values);
  CHECK(again.labels == table.labels);
  CHECK(csv.starts_with("time,a,\"b,c\"\n0,0.1,-1e-300\n"));
}

TEST_CASE("a damaged motion gives one error with its place", "[model][motion]") {
  const auto [text, words] = GENERATE(table<std::string, std::vector<std::string>>({
      {k_header + k_rows, {"m.sto", "endheader"}},
      {k_header, {"endheader"}},
      {k_header + "endheader\n", {"cut off"}},
      {k_header + "endheader\ntime\tx\ty\n", {"holds no row"}},
      {k_header + "endheader\ntime\tx\ty\n0\t1\t2", {"promises 2 rows", "there are 1"}},
      {k_header + "endheader\ntime\tx\ty\n0\t1\t2\n1\t2", {"line 9", "2 numbers", "3 columns"}},
      {k_header + "endheader\ntime\tx\ty\n0\t1\t2\t3\n", {"line 8", "more than 3"}},
      {k_header + "endheader\nx\ttime\ty\n", {"line 7", "'x'", "time"}},
      {k_header + "endheader\ntime\tx\ty\n0\t1\t2\nnan\t2\t1\n", {"row 2", "'time'", "'nan'"}},
      {k_header + "endheader\ntime\tx\ty\n0\tinfinite\t2\n1\t2\t3\n",
       {"row 1", "'x'", "'infinite'"}},
      {k_header + "endheader\ntime\tx\ty\n0\t1\t2\n1\t2\t3,5\n", {"row 2", "'3,5'"}},
      {k_header + "endheader\ntime\tx\ty\n1\t1\t2\n0\t2\t3\n", {"line 9", "backwards"}},
      {"a\nnRows=many\nendheader\ntime\n0\n", {"line 2", "'many'"}},
      {"a\nnRows=-1\nendheader\ntime\n0\n", {"line 2", "'-1'"}},
      {"a\ninDegrees=perhaps\nendheader\ntime\n0\n", {"line 2", "'perhaps'"}},
      {"a\nnRows=99999999999999\nendheader\ntime\n0", {"99999999999999", "there are 1"}},
      {std::string(30000, '\n').append("endheader\n"), {"endheader", "10000"}},
      {std::string(1 << 20, 'x'), {"endheader"}},
  }));
  CAPTURE(text.substr(0, 200));
  const std::string message = complaint(text);
  for (const std::string& word : words) CHECK_THAT(message, Catch::Contains(word));
}

TEST_CASE("a column that is there twice is an error when it is asked for", "[model][motion]") {
  const MotionTable table = parse_motion_table("a\nendheader\ntime x x y\n0 1 2 3\n", "m.sto");
  CHECK(table.column("y") == 2);
  CHECK_THAT(input_error_of([&] { table.column("x"); }), Catch::Contains("two columns"));
}

}  // namespace condyle::test::motion_table_tests
