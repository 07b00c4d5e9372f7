#include "view/gl_program.h"

#include <array>
#include <stdexcept>

namespace condyle {
namespace {

GLuint compile(GLenum kind, const std::string& body) {
  const std::string source = std::string(shader_version()) + shader_header(kind) + body;
  const char* text = source.c_str();
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint done = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done) return shader;
  std::array<char, 2048> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  glDeleteShader(shader);
  throw std::runtime_error(std::string("the graphics driver refuses a shader: ") + log.data());
}

}  // namespace

GlProgram::GlProgram(const std::string& vertex_source, const std::string& fragment_source) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_source);
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
  program_ = glCreateProgram();
  glAttachShader(program_, vertex);
  glAttachShader(program_, fragment);
  glLinkProgram(program_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint done = GL_FALSE;
  glGetProgramiv(program_, GL_LINK_STATUS, &done);
  if (!done) throw std::runtime_error("the graphics driver cannot link a shader");
}

GlProgram::~GlProgram() { glDeleteProgram(program_); }

GLint GlProgram::count(const char* name, std::size_t bytes) const {
  bytes_sent_ += bytes;
  return location(name);
}

void GlProgram::set(const char* name, int value) const {
  glUniform1i(count(name, sizeof value), value);
}

void GlProgram::set(const char* name, float value) const {
  glUniform1f(count(name, sizeof value), value);
}

void GlProgram::set(const char* name, const Eigen::Vector2f& value) const {
  glUniform2fv(count(name, sizeof value), 1, value.data());
}

void GlProgram::set(const char* name, const Eigen::Vector3f& value) const {
  glUniform3fv(count(name, sizeof value), 1, value.data());
}

void GlProgram::set(const char* name, const Eigen::Vector4f& value) const {
  glUniform4fv(count(name, sizeof value), 1, value.data());
}

void GlProgram::set(const char* name, const Eigen::Matrix3f& value) const {
  glUniformMatrix3fv(count(name, sizeof value), 1, GL_FALSE, value.data());
}

void GlProgram::set(const char* name, const Eigen::Matrix4f& value) const {
  glUniformMatrix4fv(count(name, sizeof value), 1, GL_FALSE, value.data());
}

}  // namespace condyle
