// Commands and figures on the pages in docs/ agree with the program.
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>

#include "page_commands.h"

namespace condyle::test::pages_tests {
namespace {

using Catch::Contains;

/// Runs the command blocks without the viewer and compares their output with the quoted output.
void follow(const std::string& page, const ReaderFolder& reader) {
  ProgramRun run;
  for (const PageBlock& block : blocks_of(page)) {
    INFO(block.text);
    if (block.language == "sh" && !draws(block)) {
      run = reader.run(block.text);
      INFO(run.errors);
      REQUIRE(run.exit_code == 0);
    } else if (block.language == "text") {
      INFO("printed:\n" << run.output);
      CHECK(holds_quoted(run.output, block.text));
    }
  }
}

/// The numbers printed in bold in the text of a page, such as **20.7 MPa**.
std::vector<double> bold_numbers(const std::string& page) {
  static const std::regex k_bold(R"(\*\*(\d+(\.\d+)?) )");
  std::vector<double> numbers;
  for (std::sregex_iterator i(page.begin(), page.end(), k_bold); i != std::sregex_iterator(); ++i)
    numbers.push_back(std::stod((*i)[1]));
  return numbers;
}

/// Whether a number in the quoted outputs of the page rounds to this one.
bool is_quoted(double number, const std::string& page) {
  static const std::regex k_number(R"(\d+(\.\d+)?)");
  for (const PageBlock& block : blocks_of(page)) {
    if (block.language != "text") continue;
    for (std::sregex_iterator i(block.text.begin(), block.text.end(), k_number);
         i != std::sregex_iterator(); ++i) {
      if (std::stod(i->str()) == Approx(number).epsilon(5e-3)) return true;
    }
  }
  return false;
}

/// Makes the tutorial's files and scene: what it does before it simulates, but for the short way.
void make_tutorial(const ReaderFolder& reader) {
  for (const PageBlock& block : blocks_of(page_text("tutorial.md"))) {
    if (contains(block.text, "condyle simulate press.json")) return;
    if (contains(block.text, "short.json")) continue;
    if (block.language == "sh") REQUIRE(reader.run(block.text).exit_code == 0);
  }
}

/// Makes meshes with the faults on the troubleshooting page from the tutorial's meshes.
constexpr const char* k_faulty_meshes = R"(
  awk '$1 == "f" && NR % 2 {print $1, $2, $4, $3; next} {print}' insert.obj > mixed.obj
  awk '{print} $1 == "f" && NR % 50 == 0 {print}' insert.obj > twice.obj
)";

// Edits of the tutorial's scene for sed. Each causes a message on the page.
const std::vector<std::string> k_seen_by_check = {
    R"(s/"friction"/"fricton"/)",
    R"(s/"femoral.stl", "unit": "mm"/"femoral.stl"/)",
    R"(s/femoral.stl/femur.stl/)",
    R"(s/"mesh": "insert"/"mesh": "inset"/)",
    R"(s/"settle": {},/"settle": {}/)",
    R"(s/1e-4, 1e-4, 1e-4/1e-4, 1e-4, 1/)",
    R"(s/"unit": "mm"/"unit": "m"/)",
    R"(s/insert.stl/inside_out.obj/)",
    R"(s/insert.stl/mixed.obj/)",
    R"(s/insert.stl/twice.obj/)",
    R"(s/0.022\]/22]/)",
    R"(s/0.022\]/0.018]/; s/"settle": {},//)",
    R"(s/0.022\]/0.012]/)",
    R"(s/"layers": "two_layer"/"layers": "lumped"/)",
};

/// An edit for a box of metal that lands on its edges, under forces that follow from no energy.
std::string landing_box(const std::string& size, const std::string& rotation,
                        const std::string& height, const std::string& inertia) {
  return R"(s/"file": "femoral.stl", "unit": "mm", "rotation": \[1.5707963, 0, 0\]/"primitive": )"
         R"({"shape": "box", "size": )" +
         size + R"(, "segments": 4}, "rotation": )" + rotation +
         R"(/; s/"name": "knee"/"name": "knee", "force_direction": "casting"/; s/"settle": {},//; )"
         R"(s/"tx", "tz", "rx"/"tx", "ty", "tz", "rx", "ry", "rz"/; )"
         R"(s/"layers": "two_layer"/"dissipation": 0/; s/uhmwpe", "th/cobalt_chrome", "th/; )"
         R"(s/1e-4, 1e-4, 1e-4/)" +
         inertia + ", " + inertia + ", " + inertia + R"(/; s/0.022\]/)" + height + "]/";
}

const std::vector<std::string> k_seen_by_simulate = {
    R"(s/insert.stl/twice.obj/)",
    R"(s/0.022\]/22]/)",
    R"(s/0.022\]/0.018]/; s/"settle": {},//)",
    R"(s/-1500/1500/)",
    // An impact on a nearly rigid law.
    R"(s/"layers": "two_layer"/"law": "impact", "stiffness": 1e12, "exponent": 1, "damping": 1e11, )"
    R"("full_damping_depth": 1e-7/; s/"settle": {},//; s/0.022\]/0.12]/)",
    // Two boxes: contact finds no balance, and gives its body energy from nothing.
    landing_box("[0.05, 0.03, 0.01]", "[-1.0, -1.2, 0.9]", "0.058", "1e-5"),
    landing_box("[0.06, 0.02, 0.02]", "[-0.2, 0.7, -0.8]", "0.071", "1e-6") +
        R"(; s/"mass": 0.3/"mass": 0.05/)",
    R"(s/"layers": "two_layer"/"law": "elastic_layer", "node_spacing": 0.003/)",
    R"(s/"layers": "two_layer"/"law": "elastic_layer", "node_spacing": 0.003/; )"
    R"(s/"material": "uhmwpe", "thickness": 0.008/"elastic_modulus": 1e6, "poissons_ratio": 0.5, )"
    R"("thickness": 0.001/; s/{"material": "cobalt_chrome", "thickness": 0.007}/"rigid"/)",
    R"(s/"file": "insert.stl", "unit": "mm"/"primitive": {"shape": "box", )"
    R"("size": [0.05, 0.004, 0.07], "segments": 6}/)",
};

// A ball on two plates, in millimetres, whose common edge is divided differently.
constexpr const char* k_torn_contact = R"(
  awk 'function plate(x, n, m,   i, j, a) {
    for (j = 0; j <= m; ++j) for (i = 0; i <= n; ++i) print "v", x + 4 * i / n, 8 * j / m - 4, 0
    for (j = 0; j < m; ++j) for (i = 0; i < n; ++i) {
      a = count + j * (n + 1) + i + 1
      print "f", a, a + 1, a + n + 2
      print "f", a, a + n + 2, a + n + 1
    }
    count += (n + 1) * (m + 1)
  }
  BEGIN {plate(-4, 20, 40); plate(0, 12, 24)}' > torn.obj
  echo '{"kind": "sphere", "radius": 0.02}' > ball.json
  echo '[{"id": "a", "T_target_in_casting": [1,0,0,0, 0,1,0,0, 0,0,1,0.01995, 0,0,0,1]}]' > poses.json
  condyle contact --casting torn.obj --target ball.json --unit mm --poses poses.json --out torn.json \
    --casting-layer E=10e6,nu=0.45,h=0.001 --target-layer rigid --formulation elastic_layer
)";

// A ball on a plate of needles, 1 mm long and 0.03 mm wide.
constexpr const char* k_needles = R"(
  awk 'BEGIN {
    for (j = 0; j <= 133; ++j) for (i = 0; i <= 4; ++i) print "v", i - 2, 4 * j / 133 - 2, 0
    for (j = 0; j < 133; ++j) for (i = 0; i < 4; ++i) {
      a = j * 5 + i + 1
      print "f", a, a + 1, a + 6
      print "f", a, a + 6, a + 5
    }}' > needles.obj
  echo '[{"id": "a", "T_target_in_casting": [1,0,0,1.3e-5, 0,1,0,2.1e-5, 0,0,1,0.01994, 0,0,0,1]}]' > poses.json
  condyle contact --casting needles.obj --target ball.json --unit mm --poses poses.json \
    --out needles.json --casting-layer E=10e6,nu=0.3,h=0.002 --target-layer rigid \
    --formulation elastic_layer --node-spacing 2e-4
)";

/// Messages of a command for the tutorial's scene with each of the mistakes.
std::string complaints(const ReaderFolder& reader, const std::vector<std::string>& mistakes,
                       const std::string& command) {
  std::string complaints;
  for (const std::string& mistake : mistakes) {
    const ProgramRun run = reader.run("sed '" + mistake +
                                      "' right.json > press.json\n"
                                      "if cmp -s right.json press.json; then exit 1; fi\n" +
                                      command + " || true\n");
    INFO(mistake);
    REQUIRE(run.exit_code == 0);
    complaints += run.errors;
  }
  return complaints;
}

std::string all_complaints(const ReaderFolder& reader) {
  REQUIRE(reader.run(k_faulty_meshes).exit_code == 0);
  REQUIRE(reader.run("mv press.json right.json").exit_code == 0);
  return complaints(reader, k_seen_by_check, "condyle check press.json") +
         complaints(reader, k_seen_by_simulate,
                    "condyle simulate press.json --seconds 0.2 --quiet --out broken") +
         reader.run(k_torn_contact).errors + reader.run(k_needles).errors;
}

}  // namespace

TEST_CASE("pages: the tutorial's commands print what it quotes", "[pages]") {
  const ReaderFolder reader;
  const std::string page = page_text("tutorial.md");
  REQUIRE(blocks_of(page).size() > 10);
  follow(page, reader);
  for (const double number : bold_numbers(page)) {
    INFO(number);
    CHECK(is_quoted(number, page));
  }
}

TEST_CASE("pages: the laboratory's commands run and write what they say", "[pages]") {
  const ReaderFolder reader;
  static const std::regex k_out(R"(--out (\S+))");
  int commands = 0;
  for (const PageBlock& block : blocks_of(page_text("laboratory.md"))) {
    if (block.language != "sh") continue;
    INFO(block.text);
    // The second update of the worn surface takes as long as the first.
    static const std::regex k_updates("--updates [0-9]+");
    const ProgramRun run = reader.run(std::regex_replace(block.text, k_updates, "--updates 1"));
    INFO(run.errors);
    REQUIRE(run.exit_code == 0);
    std::smatch out;
    REQUIRE(std::regex_search(block.text, out, k_out));
    CHECK_FALSE(std::filesystem::is_empty(reader / out[1].str()));
    ++commands;
  }
  CHECK(commands >= 6);
}

TEST_CASE("pages: quoted lines are looked for in their order", "[pages]") {
  const std::string output = "a 1.000\nb\nc 3\n";
  CHECK(holds_quoted(output, "a 1.002\nb\n"));
  CHECK(holds_quoted(output, "a 1\n...\nc 3\n"));
  CHECK_FALSE(holds_quoted(output, "a 1\nc 3\n"));
  CHECK_FALSE(holds_quoted(output, "c 3\n...\na 1\n"));
  CHECK_FALSE(holds_quoted(output, "a 1.01\n"));
  CHECK_FALSE(holds_quoted(output, "c 3\nd\n"));
}

TEST_CASE("pages: the commands that draw write the pictures that they name", "[pages]") {
  const ReaderFolder reader;
  make_tutorial(reader);
  const std::string tutorial = page_text("tutorial.md"), viewer = page_text("viewer.md");
  static const std::regex k_picture(R"(--screenshot (\S+))");
  for (const PageBlock& block : blocks_of(tutorial + viewer)) {
    if (block.language != "sh" || !draws(block)) continue;
    INFO(block.text);
    // Few frames in a small window, since they take long without a graphics card.
    static const std::regex k_frames("--frames [0-9]+"), k_size("--size [0-9]+x[0-9]+");
    const ProgramRun run = reader.run_on_display(std::regex_replace(
        std::regex_replace(block.text, k_frames, "--frames 1"), k_size, "--size 400x300"));
    INFO(run.errors);
    if (run.exit_code == 2 && contains(run.errors, "no window can be opened")) {
      WARN("SKIPPED: " << run.errors);
      return;
    }
    REQUIRE(run.exit_code == 0);
    const std::string& text = block.text;
    for (std::sregex_iterator i(text.begin(), text.end(), k_picture); i != std::sregex_iterator();
         ++i) {
      CHECK(std::filesystem::exists(reader / (*i)[1].str()));
    }
  }
}

TEST_CASE("pages: the program says what troubleshooting quotes", "[pages]") {
  const ReaderFolder reader;
  make_tutorial(reader);
  const std::string complaints = without_numbers(all_complaints(reader));
  for (const PageBlock& block : blocks_of(page_text("troubleshooting.md")))
    CHECK_THAT(complaints, Contains(without_numbers(block.text)));
}

TEST_CASE("pages: troubleshooting names every kind of finding", "[pages]") {
  const std::string scenes = page_text("scenes.md"), page = page_text("troubleshooting.md");
  const std::string table = scenes.substr(scenes.find("| kind | figures | what |"));
  static const std::regex k_row(R"(\n\| ([a-z_, ]+) \|)"), k_kind("[a-z_]+");
  int kinds = 0;
  for (std::sregex_iterator row(table.begin(), table.end(), k_row); row != std::sregex_iterator();
       ++row) {
    const std::string names = (*row)[1];
    for (std::sregex_iterator i(names.begin(), names.end(), k_kind); i != std::sregex_iterator();
         ++i, ++kinds) {
      CHECK_THAT(page, Contains("`" + i->str() + "`"));
    }
  }
  CHECK(kinds > 10);
}

TEST_CASE("pages: the viewer's page has the mouse and keys of its help", "[pages]") {
  const std::string help =
      file_content(std::filesystem::path(CONDYLE_SOURCE_DIR) / "demo/view/help_window.cpp");
  const std::string page = page_text("viewer.md");
  static const std::regex k_line(R"re(\{"([^"]+)", "([^"]+)"\},)re");
  int lines = 0;
  for (std::sregex_iterator i(help.begin(), help.end(), k_line); i != std::sregex_iterator();
       ++i, ++lines) {
    CHECK_THAT(page, Contains("| " + (*i)[1].str() + " | " + (*i)[2].str() + " |"));
  }
  static const std::regex k_row(R"re(\n    \{)re");
  CHECK(lines == std::distance(std::sregex_iterator(help.begin(), help.end(), k_row), {}));
  CHECK(lines >= 32);
}

}  // namespace condyle::test::pages_tests
