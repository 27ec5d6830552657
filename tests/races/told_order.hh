// SPDX-License-Identifier: Apache-2.0
// No `#pragma once`: GCC warns of it in a header that it precompiles.
#ifndef AUGUSTUS_TESTS_RACES_TOLD_ORDER_HH
#define AUGUSTUS_TESTS_RACES_TOLD_ORDER_HH

// Included before all else where the thread sanitizer watches, and precompiled: the build is one of its own.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

// DPDK's inline functions keep some order by barriers of x86 and by relaxed accesses with a fence beside them, which
// the sanitizer does not see: it is told of all of them as ordered accesses. The functions are the same, so what this
// may hide is a race that takes a CPU which moves a load or store where x86 does not (docs/security.md says what was
// looked at).
#define RTE_USE_C11_MEM_MODEL 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wbuiltin-macro-redefined"
#pragma push_macro("__ATOMIC_RELAXED")
#undef __ATOMIC_RELAXED
#define __ATOMIC_RELAXED __ATOMIC_SEQ_CST
#include <rte_config.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_rcu_qsbr.h>
#include <rte_ring.h>
#pragma pop_macro("__ATOMIC_RELAXED")
#pragma GCC diagnostic pop

#endif
