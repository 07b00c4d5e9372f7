#pragma once

#include <string>

#include "report/joint_report.h"
#include "report/stored_results.h"

namespace condyle {

/// One HTML file without network, to read and to print, of what condyle lab and condyle simulate
/// wrote into a folder: tables, curves, maps on one scale, pictures, findings, what made them, and
/// the meshes and placement of their scenes where these are still there. `other` may be null: a
/// second folder, whose tables and curves stand beside those of the first one, with the
/// differences. Nothing is computed again.
std::string results_page(const StoredResults& results, const StoredResults* other,
                         const ReportOrigin& origin);

}  // namespace condyle
