// SPDX-License-Identifier: Apache-2.0
#include "traffic/store/segment_order.hh"

#include <cmath>
#include <numeric>
#include <queue>
#include <vector>

#include "traffic/names/random.hh"
#include "traffic/names/zipf.hh"

namespace augustus::traffic {
namespace {

class SequentialOrder final : public SegmentOrder {
 public:
  SequentialOrder(std::uint64_t segments, std::uint64_t first, std::uint64_t count)
      : segments_(segments), next_(first % segments), left_(count) {}

  std::optional<std::uint64_t> next() override {
    if (left_ == 0) {
      return std::nullopt;
    }
    --left_;
    const std::uint64_t segment = next_;
    next_ = next_ + 1 == segments_ ? 0 : next_ + 1;
    return segment;
  }

 private:
  std::uint64_t segments_;
  std::uint64_t next_;
  std::uint64_t left_;
};

class UniformOrder final : public SegmentOrder {
 public:
  UniformOrder(std::uint64_t segments, std::uint64_t seed) : segments_(segments), random_(seed) {}
  std::optional<std::uint64_t> next() override { return random_.below(segments_); }

 private:
  std::uint64_t segments_;
  Random random_;
};

class ScatteredBatches final : public SegmentOrder {
 public:
  ScatteredBatches(std::uint64_t segments, std::uint32_t batch) : batches_(segments / batch), batch_(batch) {
    constexpr double golden = 0.6180339887498949;
    step_ = static_cast<std::uint64_t>(golden * static_cast<double>(batches_)) | 1;
    while (std::gcd(step_, batches_) != 1) {
      ++step_;
    }
    step_ %= batches_;
  }

  std::optional<std::uint64_t> next() override {
    const std::uint64_t segment = at_ * batch_ + position_;
    if (++position_ == batch_) {
      position_ = 0;
      at_ = (at_ + step_) % batches_;
    }
    return segment;
  }

 private:
  std::uint64_t batches_;
  std::uint32_t batch_;
  std::uint64_t step_ = 1;
  std::uint64_t at_ = 0;
  std::uint32_t position_ = 0;
};

class StreamOrder final : public SegmentOrder {
 public:
  StreamOrder(const StreamShape& shape, std::uint64_t seed)
      : shape_(shape), random_(seed), zipf_(shape.objects, shape.zipf_exponent) {
    const double running = shape.arrivals_per_s * shape.segments / shape.segments_per_s;
    for (double i = 0; i < running; ++i) {
      const auto from = static_cast<std::uint32_t>(random_.below(shape_.segments));
      streams_.push({random_.unit() / shape_.segments_per_s, draw_object(), from});
    }
    next_arrival_ = wait();
  }

  std::optional<std::uint64_t> next() override {
    while (streams_.empty() || next_arrival_ < streams_.top().time) {
      streams_.push({next_arrival_, draw_object(), 0});
      next_arrival_ += wait();
    }
    Stream stream = streams_.top();
    streams_.pop();
    const std::uint64_t segment = stream.object * shape_.segments + stream.segment;
    if (++stream.segment < shape_.segments) {
      stream.time += 1 / shape_.segments_per_s;
      streams_.push(stream);
    }
    return segment;
  }

 private:
  struct Stream {
    double time;
    std::uint64_t object;
    std::uint32_t segment;
    bool operator<(const Stream& other) const { return time > other.time; }
  };
  std::uint64_t draw_object() { return zipf_.draw(random_) - 1; }
  double wait() { return -std::log(1 - random_.unit()) / shape_.arrivals_per_s; }

  StreamShape shape_;
  Random random_;
  Zipf zipf_;
  std::priority_queue<Stream> streams_;
  double next_arrival_ = 0;
};

}  // namespace

std::unique_ptr<SegmentOrder> sequential_order(std::uint64_t segments, std::uint64_t first,
                                               std::uint64_t count) {
  return std::make_unique<SequentialOrder>(segments, first, count);
}

std::unique_ptr<SegmentOrder> uniform_order(std::uint64_t segments, std::uint64_t seed) {
  return std::make_unique<UniformOrder>(segments, seed);
}

std::unique_ptr<SegmentOrder> scattered_batches(std::uint64_t segments, std::uint32_t batch) {
  return std::make_unique<ScatteredBatches>(segments, batch);
}

std::unique_ptr<SegmentOrder> stream_order(const StreamShape& shape, std::uint64_t seed) {
  return std::make_unique<StreamOrder>(shape, seed);
}

}  // namespace augustus::traffic
