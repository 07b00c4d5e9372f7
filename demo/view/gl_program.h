#pragma once

#include <Eigen/Core>
#include <string>

#include "view/opengl.h"

namespace condyle {

/// A linked pair of shaders. The OpenGL context in which it was created must be current, also at
/// destruction.
class GlProgram {
 public:
  /// Sources are without a #version line. Throws std::runtime_error with the driver's message.
  GlProgram(const std::string& vertex_source, const std::string& fragment_source);
  ~GlProgram();
  GlProgram(const GlProgram&) = delete;
  GlProgram& operator=(const GlProgram&) = delete;

  void use() const { glUseProgram(program_); }

  // Set uniforms; the program must be in use.
  void set(const char* name, int value) const;
  void set(const char* name, float value) const;
  void set(const char* name, const Eigen::Vector2f& value) const;
  void set(const char* name, const Eigen::Vector3f& value) const;
  void set(const char* name, const Eigen::Vector4f& value) const;
  void set(const char* name, const Eigen::Matrix3f& value) const;
  void set(const char* name, const Eigen::Matrix4f& value) const;

  /// The bytes of all values that were set so far.
  std::size_t bytes_sent() const { return bytes_sent_; }

 private:
  GLint location(const char* name) const { return glGetUniformLocation(program_, name); }
  GLint count(const char* name, std::size_t bytes) const;

  GLuint program_ = 0;
  mutable std::size_t bytes_sent_ = 0;
};

}  // namespace condyle
