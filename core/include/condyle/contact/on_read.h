#pragma once

#include <Eigen/Core>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "condyle/pose.h"

namespace condyle {

/// A value that a report makes when it is first read, so that callers who do not read it do not pay
/// for it. A copy holds the value as it was when it was made.
template <class T>
class OnRead {
 public:
  OnRead() = default;
  OnRead(const OnRead& other) : own_(other.get()) {}
  OnRead(OnRead&& other) noexcept
      : report_(std::exchange(other.report_, nullptr)),
        read_(other.read_),
        own_(std::move(other.own_)) {}
  OnRead& operator=(OnRead other) noexcept {
    std::swap(report_, other.report_);
    std::swap(read_, other.read_);
    std::swap(own_, other.own_);
    return *this;
  }

  const T& get() const { return report_ != nullptr ? read_(report_) : own_; }
  operator const T&() const { return get(); }  // NOLINT: it is one

  /// From now on `read` gives the value, which `report` makes; `report` must outlive this.
  template <class Report, const T& (*read)(Report&)>
  void come_from(Report& report) {
    report_ = &report;
    read_ = [](void* any) -> const T& { return read(*static_cast<Report*>(any)); };
  }

 private:
  void* report_ = nullptr;  ///< report that makes the value; null if own_ holds it
  const T& (*read_)(void*) = nullptr;
  T own_ = {};
};

/// Reads like a vector.
template <class T>
class ListOnRead : public OnRead<std::vector<T>> {
 public:
  auto begin() const { return this->get().begin(); }
  auto end() const { return this->get().end(); }
  const T* data() const { return this->get().data(); }
  std::size_t size() const { return this->get().size(); }
  bool empty() const { return this->get().empty(); }
  const T& operator[](std::size_t i) const { return this->get()[i]; }
  const T& front() const { return this->get().front(); }
  const T& back() const { return this->get().back(); }
};

/// Reads like a matrix.
class MatrixOnRead : public OnRead<Matrix6> {
 public:
  double operator()(int row, int column) const { return get()(row, column); }
};

/// Reads like a pointer to a structure.
template <class T>
class StructOnRead : public OnRead<T> {
 public:
  const T* operator->() const { return &this->get(); }
};

/// Makes something once, whichever of several threads asks first.
class MakeOnce {
 public:
  void forget() { is_made_.store(false, std::memory_order_relaxed); }

  template <class Make>
  void operator()(const Make& make) {
    if (is_made_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(making_);
    if (!is_made_.load(std::memory_order_relaxed)) make();
    is_made_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> is_made_ = true;
  std::mutex making_;
};

}  // namespace condyle
