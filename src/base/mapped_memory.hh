// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace augustus {

/// The pages a mapping got.
enum class PageKind : std::uint8_t {
  normal,       ///< the system's base pages, 4 KiB on x86-64
  transparent,  ///< base pages that the kernel was asked to back with huge ones (MADV_HUGEPAGE)
  huge          ///< reserved huge pages (MAP_HUGETLB)
};

const char* to_string(PageKind kind);

inline constexpr int any_node = -1;

/// Zeroed anonymous memory for one table, owned. Takes reserved huge pages where the system has enough of
/// them, else transparent ones, else base pages; a mapping below 1 MiB always gets base pages. Pages are
/// backed when first touched, so that a table costs what it holds.
class MappedMemory {
 public:
  MappedMemory() = default;
  /// `what` is in it: a literal, for memory_areas(). `node`: the NUMA node that pages come from while it has
  /// any, by the system's number. Throws std::runtime_error with the system's reason when even base pages are
  /// refused.
  explicit MappedMemory(std::size_t bytes, const char* what = "other tables", int node = any_node);
  ~MappedMemory();
  MappedMemory(MappedMemory&& other) noexcept { swap(other); }
  MappedMemory& operator=(MappedMemory&& other) noexcept {
    swap(other);
    return *this;
  }

  void* data() const { return data_; }          ///< aligned to its pages
  std::size_t bytes() const { return bytes_; }  ///< at least what was asked for
  PageKind pages() const { return pages_; }

 private:
  void swap(MappedMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(pages_, other.pages_);
  }
  bool map_huge();
  bool map_transparent();
  void map_normal();

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  PageKind pages_ = PageKind::normal;
};

}  // namespace augustus
