// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/watch_session.hh"

#include <algorithm>

namespace augustus::manage {

std::optional<wire::Data> WatchSession::ask(const wire::Interest& interest, TimeNs now) {
  if (auto data = stream_.ask(interest, now)) {
    return data;
  }
  return tick(now);
}

std::optional<wire::Data> WatchSession::tick(TimeNs now) {
  if (!stream_.wanted() || ended_) {
    return std::nullopt;
  }
  if (bytes_.size() < PulledStream::content_bytes_max && now < until_) {
    source_->read(bytes_, PulledStream::content_bytes_max - bytes_.size());
  }
  if (!bytes_.empty()) {
    const auto end = bytes_.begin() +
                     static_cast<std::ptrdiff_t>(std::min(bytes_.size(), PulledStream::content_bytes_max));
    const wire::Data data = stream_.make({bytes_.begin(), end}, false);
    bytes_.erase(bytes_.begin(), end);
    return data;
  }
  if (now < until_ && !source_->enough()) {
    return stream_.asked() + patience < now ? std::optional(stream_.make({}, false)) : std::nullopt;
  }
  ended_ = true;
  const std::string summary = source_->summary();
  return stream_.make({reinterpret_cast<const std::uint8_t*>(summary.data()), summary.size()}, true);
}

}  // namespace augustus::manage
