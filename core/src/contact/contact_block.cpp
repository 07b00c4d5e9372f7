#include "core/src/contact/contact_block.h"

namespace condyle {
namespace {

void put_pieces(std::span<const CastingPiece> pieces, std::span<const int> chosen, double share,
                ContactBlock& block) {
  for (int i = 0; i < block.count; ++i) {
    const CastingPiece& piece = pieces[chosen[i]];
    block.area[i] = share * piece.area;
    put(piece.centroid, block.centroid, i);
    put(piece.normal, block.normal, i);
  }
}

}  // namespace

void gather(std::span<const ProximityHit> hits, std::span<const int> chosen,
            const ContactSurface& casting, std::span<const CastingPiece> pieces, double share,
            ContactBlock& block) {
  const Eigen::Vector3d* const centroids = casting.centroids().data();
  const Eigen::Vector3d* const normals = casting.normals().data();
  const double* const areas = casting.areas().data();
  block.count = static_cast<int>(chosen.size());
  for (int i = 0; i < block.count; ++i) {
    const ProximityHit& hit = hits[chosen[i]];
    const int t = hit.casting_triangle;
    const double cx = centroids[t].x(), cy = centroids[t].y(), cz = centroids[t].z();
    const double nx = normals[t].x(), ny = normals[t].y(), nz = normals[t].z();
    block.casting_triangle[i] = t;
    block.target_triangle[i] = hit.target_triangle;
    block.proximity[i] = hit.proximity;
    block.area[i] = share * areas[t];
    put({cx, cy, cz}, block.centroid, i);
    put({nx, ny, nz}, block.normal, i);
  }
  if (!pieces.empty()) put_pieces(pieces, chosen, share, block);
  for (int i = block.count; i % 8 != 0; ++i) {
    block.proximity[i] = block.area[i] = 0;
    put(Eigen::Vector3d::Zero(), block.centroid, i);
    put(Eigen::Vector3d::Zero(), block.normal, i);
  }
}

void pad(ContactBlock& block) {
  for (int i = block.count; i % 8 != 0; ++i) {
    block.area[i] = block.proximity[i] = block.pressure[i] = block.potential_energy[i] = 0;
    block.stiffness[i] = block.normal_damping[i] = 0;
    put(Eigen::Vector3d::Zero(), block.centroid, i);
    put(Vector6::Zero(), block.gradient, i);
  }
}

}  // namespace condyle
