// Files of an elastic layer's compliance: what is accepted is written, and reads back.
#include "condyle/error.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/input_file.h"

CONDYLE_FUZZ_TARGET(compliance) {
  using namespace condyle;
  static const fuzz::InputFile k_file(".compliance");
  ComplianceTable table;
  try {
    table = read_compliance(k_file.write(fuzz::text_of(data, size)));
  } catch (const InputError& error) {
    fuzz::require_names(error, k_file.path().filename().string());
    return 0;
  }
  write_compliance(k_file.path(), table);
  const ComplianceTable again = read_compliance(k_file.path());
  fuzz::require(again.nodes == table.nodes && again.entries == table.entries,
                "a written compliance reads back as another one");
  return 0;
}
