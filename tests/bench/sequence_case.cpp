#include "bench/sequence_case.h"

#include <fmt/format.h>

#include "bench/run_pair.h"
#include "condyle/error.h"
#include "contact/contact_input.h"

namespace condyle::bench {
namespace {

constexpr Layer k_sequence_layer{
    .elastic_modulus = 46.3e6, .poissons_ratio = 0.46, .thickness = 0.005};

PairCase read_pair(const SequenceFiles& files) {
  const auto surface = [&](const std::filesystem::path& file) {
    return std::make_shared<ContactSurface>(mesh::read_mesh(file, files.unit), k_sequence_layer,
                                            file.filename().string());
  };
  PairCase pair;
  pair.name = "sequence";
  pair.text = fmt::format("{} casting on {}", files.casting.filename().string(),
                          files.target.filename().string());
  pair.casting = surface(files.casting);
  pair.target = surface(files.target);
  for (const ContactPose& pose : read_contact_poses(files.poses)) {
    pair.poses_CT.push_back(pose.X_CT);
  }
  if (pair.poses_CT.size() < 2) {
    throw InputError(files.poses.string() + ": a sequence needs at least two poses");
  }
  return pair;
}

}  // namespace

CaseEntry sequence_case(const SequenceFiles& files) {
  return {"sequence",
          [files](const RunEffort& effort) {
            return run_pair(read_pair(files), {.gimpact = false}, effort);
          },
          ""};
}

}  // namespace condyle::bench
