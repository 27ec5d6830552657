// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_memory.hh"
#include "base/checked_build.hh"

#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "base/memory_areas.hh"

namespace augustus {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
constexpr std::size_t huge_from_bytes = std::size_t{1} << 20;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* map(std::size_t bytes, int flags) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

struct Areas {
  std::mutex mutex;
  std::vector<MemoryArea> list;
};

/// Lives as long as the process: tables of static duration may go last.
Areas& areas() {
  static auto* const all = new Areas;
  return *all;
}

/// Without effect where the system knows no such node: nearness is for speed only.
void prefer_node(void* start, std::size_t bytes, int node) {
  constexpr unsigned nodes_max = 1024;
  constexpr unsigned word_bits = 8 * sizeof(unsigned long);
  if (node < 0 || static_cast<unsigned>(node) >= nodes_max) {
    return;
  }
  unsigned long nodes[nodes_max / word_bits] = {};
  nodes[static_cast<unsigned>(node) / word_bits] = 1ul << static_cast<unsigned>(node) % word_bits;
  syscall(SYS_mbind, start, bytes, MPOL_PREFERRED, nodes, nodes_max, 0u);
}

}  // namespace

const char* to_string(PageKind kind) {
  switch (kind) {
    case PageKind::huge:
      return "huge";
    case PageKind::transparent:
      return "transparent";
    case PageKind::normal:
      break;
  }
  return "normal";
}

std::vector<MemoryArea> memory_areas() {
  Areas& all = areas();
  const std::lock_guard lock(all.mutex);
  std::vector<MemoryArea> sorted = all.list;
  std::ranges::sort(sorted, {}, &MemoryArea::start);
  return sorted;
}

MappedMemory::MappedMemory(std::size_t bytes, const char* what, int node) : bytes_(bytes == 0 ? 1 : bytes) {
  if (bytes_ < huge_from_bytes || !(map_huge() || map_transparent())) {
    map_normal();
  }
  prefer_node(data_, bytes_, node);
  Areas& all = areas();
  const std::lock_guard lock(all.mutex);
  all.list.push_back({static_cast<const std::byte*>(data_), bytes_, what, pages_});
}

MappedMemory::~MappedMemory() {
  if (data_ == nullptr) {
    return;
  }
  {
    Areas& all = areas();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.list, [this](const MemoryArea& area) { return area.start == data_; });
  }
  unpoison(data_, bytes_);
  munmap(data_, bytes_);
}

bool MappedMemory::map_huge() {
  // Without MAP_NORESERVE the pages are set aside now: a later touch cannot fail with SIGBUS.
  const std::size_t bytes = rounded_up(bytes_, huge_page_bytes);
  void* const start = map(bytes, MAP_HUGETLB);
  if (start == MAP_FAILED) {
    return false;
  }
  data_ = start;
  bytes_ = bytes;
  pages_ = PageKind::huge;
  return true;
}

bool MappedMemory::map_transparent() {
  // The kernel gives huge pages to aligned 2 MiB ranges only: map one more and cut both ends.
  const std::size_t bytes = rounded_up(bytes_, huge_page_bytes);
  void* const start = map(bytes + huge_page_bytes, MAP_NORESERVE);
  if (start == MAP_FAILED) {
    return false;
  }
  auto* const first = static_cast<char*>(start);
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(first) % huge_page_bytes;
  const std::size_t before = misaligned == 0 ? 0 : huge_page_bytes - misaligned;
  if (before != 0) {
    munmap(first, before);
  }
  munmap(first + before + bytes, huge_page_bytes - before);
  data_ = first + before;
  bytes_ = bytes;
  pages_ = madvise(data_, bytes_, MADV_HUGEPAGE) == 0 ? PageKind::transparent : PageKind::normal;
  return true;
}

void MappedMemory::map_normal() {
  void* const start = map(bytes_, MAP_NORESERVE);
  if (start == MAP_FAILED) {
    throw std::runtime_error("cannot map " + std::to_string(bytes_) +
                             " bytes for a table: " + std::generic_category().message(errno));
  }
  data_ = start;
}

}  // namespace augustus
