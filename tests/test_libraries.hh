// SPDX-License-Identifier: Apache-2.0
// No `#pragma once`: GCC warns of it in a header that it precompiles.
#ifndef AUGUSTUS_TESTS_TEST_LIBRARIES_HH
#define AUGUSTUS_TESTS_TEST_LIBRARIES_HH

// What nearly every test includes, precompiled. Tests include what they use all the same.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#endif
